import { packageMissing } from '../tool-error'

/**
 * Loads a package that only some applications need.
 *
 * @param load requires the package, by a literal name, so that bundlers see it
 * @throws {ToolError} `TOOL_PACKAGE_MISSING`
 */
export function loadOptional<T>(name: string, feature: string, load: () => T): T {
  try {
    return load()
  } catch (error) {
    throw packageMissing(name, feature, error)
  }
}
