import { dirname, resolve } from 'node:path'
import type ts from 'typescript'
import { invalidTags, signatureWithoutSchema } from '../cli-error'
import { findToolMethods, type ToolClass } from '../project/tool-methods'
import { describeMethod } from './described-method'
import { doorOf } from './door'
import { generatedSource, type DescribedClass } from './generated-source'

/** What `vernal generate` makes of a project. */
export interface GeneratedTools {
  /** The text of the file. */
  readonly text: string
  /** The hash of each method by its place: `OrderService.findOrders`. */
  readonly hashes: ReadonlyMap<string, string>
  /** The methods that keep what reflection says, each as a sentence with the reason. */
  readonly skipped: readonly string[]
}

/**
 * Describes the tools of a program.
 *
 * @param out where the file will stand; the tools in its folder and below are described
 * @throws {CliError} `CLI_SIGNATURE_WITHOUT_SCHEMA` with everything no JSON can carry, `CLI_TAG_INVALID` with every tag that says nothing
 */
export function generateTools(program: ts.Program, out: string): GeneratedTools {
  const path = resolve(out)
  const { classes, skipped } = findToolMethods(program, dirname(path), path)
  const described = classes.map((type) => describeClass(program, type))
  const methods = described.flatMap((each) => each.methods)
  const problems = methods.flatMap((each) => each.problems)
  if (problems.length > 0) throw signatureWithoutSchema(problems)
  const faults = new Set(methods.flatMap((each) => [...each.tagFaults]))
  if (faults.size > 0) throw invalidTags([...faults])
  const checker = program.getTypeChecker()
  return {
    text: generatedSource(described, { path, door: doorOf(classes, checker), checker }),
    hashes: new Map(methods.map(({ method, hash }) => [method.place, hash])),
    skipped,
  }
}

const describeClass = (program: ts.Program, type: ToolClass): DescribedClass => ({
  type,
  methods: type.methods.map((method) => describeMethod(program, method)),
})
