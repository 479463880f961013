#!/usr/bin/env node
import { runCommand } from './command/run-command'

const output = {
  log: (line: string) => process.stdout.write(`${line}\n`),
  warn: (line: string) => process.stderr.write(`${line}\n`),
}

void runCommand(process.argv.slice(2), output).then((exitCode) => (process.exitCode = exitCode))
