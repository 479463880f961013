import { readFileSync } from 'node:fs'
import { configurationUnreadable } from '../failures/configuration-errors'

/**
 * The text of a configuration file, without a byte order mark.
 *
 * @param shown how the file is called in messages
 * @throws {ContainerError} `CONFIGURATION_UNREADABLE` for a file that is not UTF-8
 */
export function readText(path: string, shown: string): string {
  const bytes = readFileSync(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw configurationUnreadable(shown, `the file is ${encodingOf(bytes)}.`, 'Save it as UTF-8.', cause)
  }
}

function encodingOf([first, second]: Buffer): string {
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  return isUtf16 ? 'in UTF-16, which some editors call Unicode' : 'not in UTF-8'
}
