import { optionInvalid } from './model-error'

/** The value, when it is a whole number above 0. @throws {ModelError} `MODEL_OPTION_INVALID` */
export function atLeastOne(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value
  throw optionInvalid(option, value, 'It must be a whole number of at least 1')
}
