/** The stable codes of {@link ToolError}. */
export type ToolErrorCode =
  | 'TOOL_DECORATOR_MISPLACED'
  | 'TOOL_DESCRIPTION_MISPLACED'
  | 'TOOL_NAME_INVALID'
  | 'TOOL_NAME_TAKEN'
  | 'TOOL_PARAMETERS_UNCLEAR'
  | 'TOOL_SCHEMA_INVALID'
  | 'TOOL_NONE_FOUND'
  | 'TOOL_UNKNOWN'
  | 'TOOL_GRAPH_INVALID'
  | 'TOOL_OPTION_INVALID'
  | 'TOOL_PACKAGE_MISSING'
  | 'TOOL_RESULT_INVALID'
  | 'TOOL_NOT_CLONEABLE'
  | 'TOOL_REPORTED_ERROR'
  | 'TOOL_TIMED_OUT'
  | 'TOOL_ABORTED'

/** A mistake in how tools are declared, or the reason why a running tool was stopped. The message says what, where and what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError'

  constructor(
    /** Stable; callers test this and not the text. */
    readonly code: ToolErrorCode,
    problem: string,
    /** What to do about it. */
    readonly action: string,
    options?: ErrorOptions,
  ) {
    super(`${problem} ${action}`, options)
  }
}

/** A decorator stands where it means nothing. */
export const misplacedDecorator = (decorator: string, place: string): ToolError =>
  new ToolError(
    'TOOL_DECORATOR_MISPLACED',
    `${decorator} cannot be used on ${place}.`,
    PLACES[decorator] ?? 'Put it on a parameter of a @Tool method, or on a field of a class.',
  )

const PLACES: Readonly<Record<string, string>> = {
  '@Tool': 'Put it on a method.',
  '@ToolSet': 'Put it on a class that has @Tool methods.',
  '@RequireRole': 'Put it on a @Tool method, or on its class.',
  '@Authorize': 'Put it on a @Tool method, or on its class.',
}

/** A decorator was applied in the standard (TC39) way, in which there are no parameter decorators. */
export const standardDecorators = (decorator: string): ToolError =>
  new ToolError(
    'TOOL_DECORATOR_MISPLACED',
    `${decorator} was called as a standard decorator.`,
    'Set "experimentalDecorators" and "emitDecoratorMetadata" to true in the tsconfig.json that compiles this file.',
  )

/** A generated description reached a class before the class was there: the file of the class imports the generated file. */
export const describedTooEarly = (method: string): ToolError =>
  new ToolError(
    'TOOL_DESCRIPTION_MISPLACED',
    `The generated description of the method "${method}" was loaded before the class it belongs to.`,
    'Import the generated file where the application starts, and keep classes with @Tool methods in other files.',
  )

/** A tool has a name that model providers do not accept. */
export const invalidToolName = (name: string, source: string, suggestion: string): ToolError =>
  new ToolError(
    'TOOL_NAME_INVALID',
    `The tool name "${name}" (${source}) is not accepted by model providers.`,
    `Use 1 to 64 of the characters a-z A-Z 0-9 _ -, for example "${suggestion}".`,
  )

/** Two tools that could be offered together have the same name. */
export const toolNameTaken = (name: string, first: string, second: string): ToolError =>
  new ToolError(
    'TOOL_NAME_TAKEN',
    `Two tools are named "${name}": ${first} and ${second}.`,
    `Give one of them another name with @Tool({ name: '…' }).`,
  )

/** What a tool takes cannot be told to a model: a name or a type of a parameter is not known at run time. */
export const unclearParameters = (source: string, problems: readonly string[]): ToolError =>
  new ToolError(
    'TOOL_PARAMETERS_UNCLEAR',
    `The parameters of the tool ${source} cannot be described to a model:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
    'Say it with @ToolParam({ name, type, items, enum, schema }), or give @Tool({ parameters: z.object({ … }) }).',
  )

/** A schema given for the parameters of a tool cannot be used: no JSON form, not an object, or not valid. */
export const invalidSchema = (source: string, problem: string, action: string, cause?: unknown): ToolError =>
  new ToolError('TOOL_SCHEMA_INVALID', `The parameters of the tool ${source} are not usable: ${problem}.`, action, {
    cause,
  })

/** An object that should bring tools has none. */
export const noToolsFound = (place: string): ToolError =>
  new ToolError(
    'TOOL_NONE_FOUND',
    `No @Tool methods were found in ${place}.`,
    'Decorate a method with @Tool(), or pass a ToolCallback (functionTool) or a ToolCallbackProvider.',
  )

/** A tool was asked for by a name nobody has. A model that does so reads a refusal instead. */
export const unknownTool = (name: string, known: readonly string[]): ToolError =>
  new ToolError(
    'TOOL_UNKNOWN',
    `No tool is named "${name}".`,
    known.length > 0 ? `Known tools: ${known.join(', ')}.` : 'Register a class that has a @Tool method.',
  )

/** What tools say about the order of their calls cannot be: a name nobody has, or tools that wait for each other. */
export const toolGraphInvalid = (problem: string): ToolError =>
  new ToolError(
    'TOOL_GRAPH_INVALID',
    `The order of tools cannot be kept: ${problem}`,
    "Correct 'after' and 'requires' where the tools are declared.",
  )

/** A gate was made with a value that makes no sense. */
export const invalidOption = (option: string, problem: string): ToolError =>
  new ToolError(
    'TOOL_OPTION_INVALID',
    `The option "${option}" ${problem}.`,
    'Correct it where the tool or the gate is made.',
  )

/** Something is switched on that needs a package which is not installed. */
export const packageMissing = (name: string, feature: string, cause: unknown): ToolError =>
  new ToolError(
    'TOOL_PACKAGE_MISSING',
    `${feature} needs the package "${name}", which cannot be loaded.`,
    `Install it: npm install ${name}.`,
    {
      cause,
    },
  )

/** A tool returned something else than its output schema says. The model does not see the result. */
export const resultInvalid = (name: string, problems: readonly string[]): ToolError =>
  new ToolError(
    'TOOL_RESULT_INVALID',
    `The tool "${name}" returned something else than it promises: ${problems.slice(0, 5).join('; ')}.`,
    'Correct what it returns, or its output schema: @Tool({ outputSchema }), or the return type that `vernal generate` read.',
  )

/** What goes to a thread, or comes back from it, is copied; functions, generators, promises and other living things cannot be. */
export const notCloneable = (name: string, cause: unknown): ToolError =>
  new ToolError(
    'TOOL_NOT_CLONEABLE',
    `The arguments or the result of the tool "${name}" cannot be handed to another thread: ${cause instanceof Error ? cause.message : String(cause)}`,
    'Let it take and return plain data, dates, bytes, Maps and Sets.',
    { cause },
  )

/** A tool returned a `ToolOutput` that is an error. The model reads its content. */
export const reportedError = (name: string): ToolError =>
  new ToolError(
    'TOOL_REPORTED_ERROR',
    `The tool "${name}" says that it failed.`,
    'What it says is the text of the outcome.',
  )

/** A tool ran longer than it may. The model reads that it did; the log and the observers get this error. */
export const toolTimedOut = (name: string, timeoutMs: number): ToolError =>
  new ToolError(
    'TOOL_TIMED_OUT',
    `The tool "${name}" did not finish within ${timeoutMs} ms.`,
    'Make it honour the signal of its ToolContext, or raise @Tool({ timeout }) or vernal.ai.tools.execution.timeout.',
  )

/** A tool was running when its caller gave up. `cause` is the reason the caller gave. */
export const toolAborted = (name: string, reason: unknown): ToolError =>
  new ToolError('TOOL_ABORTED', `The tool "${name}" was stopped because the caller gave up.`, 'Ask again to run it.', {
    cause: reason,
  })
