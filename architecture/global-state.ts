import ts from 'typescript'
import { packageModules, type SourceModule, type SourceTree } from './source-tree'

/** What a module may keep all the same, as `path: name`, with the reason: facts about its keys, gone with them. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  [
    'packages/container/src/lifecycle/shutdown-signals.ts: isClosing',
    'a process is asked to end once, whatever runs in it',
  ],
  [
    'packages/container/src/lifecycle/shutdown-signals.ts: running',
    'signals come to the process, not to an application',
  ],
  ['packages/models/src/openai/replayed-arguments.ts: replayed', 'the text of a call is a fact about the call'],
  ['packages/tools/src/registry/tool-callback.ts: gate', 'a gate with default settings has no state of its own'],
  ['packages/tools/src/schema/tool-input.ts: inputs', 'what a schema says is a fact about the schema'],
  ['packages/tools/src/schema/library-check.ts: shared', 'a compiler of schemas; it keeps none of them by name'],
])

/** tsyringe's ways into the container that all of a process shares. */
const SHARED_TSYRINGE = ['container', 'singleton', 'scoped', 'registry', 'autoInjectable']

/** Things a module keeps for the whole process and somebody could change, each as a sentence with its place. */
export function findGlobalState(tree: SourceTree, allowed = ALLOWED): readonly string[] {
  const found = packageModules(tree).flatMap((module) => stateOf(module))
  const needed = new Set(found.map(({ key }) => key))
  return [
    ...found.filter(({ key }) => !allowed.has(key)).map(({ sentence }) => sentence),
    ...[...allowed.keys()].filter((key) => !needed.has(key)).map((key) => `${key} is allowed, and not there any more.`),
  ]
}

const stateOf = (module: SourceModule): readonly { readonly key: string; readonly sentence: string }[] =>
  [
    ...module.source.statements.flatMap(moduleState),
    ...staticState(module.source),
    ...sharedContainer(module.source),
  ].map(({ name, node, problem }) => ({
    key: `${module.path}: ${name}`,
    sentence: `${module.path}:${lineOf(module, node)}: ${problem}`,
  }))

interface Finding {
  readonly name: string
  readonly node: ts.Node
  readonly problem: string
}

function moduleState(statement: ts.Statement): readonly Finding[] {
  if (!ts.isVariableStatement(statement)) return []
  const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
  return statement.declarationList.declarations.flatMap((declaration) => {
    const name = declaration.name.getText()
    if (!isConstant) return [{ name, node: declaration, problem: `${name} can be assigned again by the whole module.` }]
    const kind = mutableKind(declaration.initializer, declaration.type)
    if (kind === undefined || isTable(statement, declaration)) return []
    return [{ name, node: declaration, problem: changeable(name, kind) }]
  })
}

/** A constant in capitals that its module keeps to itself and only reads: filled, or empty by a type that says so. */
function isTable(statement: ts.VariableStatement, declaration: ts.VariableDeclaration): boolean {
  const name = declaration.name.getText()
  const isKept = !statement.modifiers?.length && /^[A-Z][A-Z0-9_]*$/.test(name)
  return isKept && isFilled(declaration) && !isChanged(name, statement.getSourceFile().getFullText())
}

function isChanged(name: string, text: string): boolean {
  const call = `\\.(${CHANGES.join('|')})\\(`
  const assignment = `(\\.\\w+|\\[[^\\]]*\\]) *=[^=]`
  return new RegExp(`\\b${name}(${call}|${assignment})|Object\\.assign\\(${name}\\b`).test(text)
}

const CHANGES = 'add set delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' ')

function isFilled({ initializer, type }: ts.VariableDeclaration): boolean {
  if (!initializer) return false
  if (ts.isObjectLiteralExpression(initializer)) return type !== undefined
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.length > 0
  return ts.isNewExpression(initializer) && (initializer.arguments?.length ?? 0) > 0
}

function staticState(source: ts.SourceFile): readonly Finding[] {
  const findings: Finding[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node) && has(node, ts.SyntaxKind.StaticKeyword)) findings.push(...staticField(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

function staticField(node: ts.PropertyDeclaration): readonly Finding[] {
  const name = node.name.getText()
  if (!has(node, ts.SyntaxKind.ReadonlyKeyword)) {
    return [{ name, node, problem: `the static field ${name} is not readonly.` }]
  }
  const kind = mutableKind(node.initializer, node.type)
  return kind === undefined ? [] : [{ name, node, problem: changeable(name, kind) }]
}

/** A word for what could be changed, or undefined for a value nobody can change or that its type protects. */
function mutableKind(value: ts.Expression | undefined, type: ts.TypeNode | undefined): string | undefined {
  if (!value || (type && /^(readonly |Readonly)/.test(type.getText()))) return undefined
  if (ts.isArrayLiteralExpression(value)) return 'an array'
  if (ts.isObjectLiteralExpression(value) && value.properties.length === 0) return 'an object'
  if (!ts.isNewExpression(value)) return undefined
  const made = value.expression.getText()
  return /^(Weak)?(Map|Set)$|^Array$/.test(made) ? `a ${made}` : undefined
}

const changeable = (name: string, kind: string): string =>
  `${name} is ${kind} that the whole process shares; make it readonly, or a field of a bean.`

function sharedContainer(source: ts.SourceFile): readonly Finding[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    if (!ts.isStringLiteral(statement.moduleSpecifier) || statement.moduleSpecifier.text !== 'tsyringe') return []
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) {
      return [{ name: 'tsyringe', node: statement, problem: 'tsyringe is imported as a whole; import names.' }]
    }
    return bindings.elements.flatMap((element) => sharedName(source, element))
  })
}

/** The shared container may be asked for a child of its own, and for nothing else. */
function sharedName(source: ts.SourceFile, element: ts.ImportSpecifier): readonly Finding[] {
  const imported = (element.propertyName ?? element.name).text
  if (!SHARED_TSYRINGE.includes(imported)) return []
  if (imported === 'container' && onlyMakesChildren(source, element.name.text)) return []
  const problem = `${imported} of tsyringe belongs to the whole process; make a child container.`
  return [{ name: imported, node: element, problem }]
}

function onlyMakesChildren(source: ts.SourceFile, name: string): boolean {
  let isClean = true
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (ts.isIdentifier(node) && node.text === name && isUse(node) && !isChildCall(node)) isClean = false
    ts.forEachChild(node, visit)
  }
  visit(source)
  return isClean
}

/** Whether an identifier means the variable, not a property or a declaration that happens to have its name. */
function isUse(node: ts.Identifier): boolean {
  const parent = node.parent
  const isProperty = ts.isPropertyAccessExpression(parent) && parent.name === node
  const isDeclared = 'name' in parent && parent.name === node && !ts.isPropertyAccessExpression(parent)
  return !isProperty && (!isDeclared || ts.isShorthandPropertyAssignment(parent))
}

const isChildCall = (node: ts.Identifier): boolean =>
  ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'createChildContainer'

const has = (node: ts.PropertyDeclaration, kind: ts.SyntaxKind): boolean =>
  node.modifiers?.some((modifier) => modifier.kind === kind) ?? false

const lineOf = (module: SourceModule, node: ts.Node): number =>
  module.source.getLineAndCharacterOfPosition(node.getStart(module.source)).line + 1
