#!/usr/bin/env node
import { runCommand } from './command/run-command'

process.exitCode = runCommand(process.argv.slice(2), {
  log: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
})
