import { relative } from 'node:path'
import ts from 'typescript'
import { exportNameOf } from './export-name'
import { decoratorsOf } from './vernal-symbols'

/** A class whose tools can be described. */
export interface ToolClass {
  readonly name: string
  readonly file: ts.SourceFile
  /** Under which name its file exports it; `default` for the default export. */
  readonly exportName: string
  readonly methods: readonly ToolMethod[]
}

/** A `@Tool` method, as the class has it: with the type arguments of the class, when it inherits the method. */
export interface ToolMethod {
  readonly name: string
  /** `OrderService.findOrders` */
  readonly place: string
  readonly isStatic: boolean
  readonly declaration: ts.MethodDeclaration
  readonly decorator: ts.Decorator
  readonly type: ts.Type
}

/** What was found in a project. */
export interface FoundTools {
  readonly classes: readonly ToolClass[]
  /** The methods that cannot be described, each as a sentence. */
  readonly skipped: readonly string[]
}

/** Finds the `@Tool` methods in the files of a folder, in the order of the files' paths. */
export function findToolMethods(program: ts.Program, folder: string, except: string): FoundTools {
  const files = program
    .getSourceFiles()
    .filter(({ fileName, isDeclarationFile }) => !isDeclarationFile && isIn(folder, fileName) && fileName !== except)
    .sort((left, right) => (left.fileName < right.fileName ? -1 : 1))
  const classes: ToolClass[] = []
  const skipped: string[] = []
  const checker = program.getTypeChecker()
  for (const file of files) for (const node of classesIn(file)) collect(node, checker, classes, skipped)
  return { classes, skipped }
}

const isIn = (folder: string, file: string): boolean => {
  const path = relative(folder, file)
  return !path.startsWith('..') && !path.includes('node_modules')
}

function classesIn(file: ts.SourceFile): readonly ts.ClassDeclaration[] {
  const found: ts.ClassDeclaration[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function collect(node: ts.ClassDeclaration, checker: ts.TypeChecker, classes: ToolClass[], skipped: string[]): void {
  const methods = methodsOf(node, checker)
  if (methods.length === 0) return
  const name = node.name?.text ?? 'default'
  const exportName = exportNameOf(node, checker)
  if (exportName !== undefined) classes.push({ name, file: node.getSourceFile(), exportName, methods })
  else
    skipped.push(
      ...methods.map(({ place }) => `${place}: the class ${name} is not exported, so no other file can describe it.`),
    )
}

/** The own tools of a class, and those inherited from a generic class, whose type arguments it settles. */
function methodsOf(node: ts.ClassDeclaration, checker: ts.TypeChecker): readonly ToolMethod[] {
  const type = checker.getTypeAtLocation(node)
  const own = node.members.flatMap((member) => toolMethod(member, node, checker))
  const names = new Set(own.map((method) => method.name))
  const inherited = checker.getPropertiesOfType(type).flatMap((property) => {
    const declaration = property.valueDeclaration
    const isOwn = declaration?.parent === node || names.has(property.name)
    if (isOwn || declaration === undefined || !isOfGenericClass(declaration)) return []
    return toolMethod(declaration, node, checker)
  })
  const isOpen = node.typeParameters !== undefined && isAbstract(node)
  return [
    ...(isOpen ? own.filter(({ declaration }) => !mentionsTypeParameter(declaration, checker)) : own),
    ...inherited,
  ]
}

const isOfGenericClass = ({ parent }: ts.Declaration): boolean =>
  ts.isClassDeclaration(parent) && parent.typeParameters !== undefined

const isAbstract = (node: ts.ClassDeclaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true

function mentionsTypeParameter(node: ts.MethodDeclaration, checker: ts.TypeChecker): boolean {
  const mentions = (part: ts.Node): boolean =>
    (ts.isTypeNode(part) && (checker.getTypeFromTypeNode(part).flags & ts.TypeFlags.TypeParameter) !== 0) ||
    ts.forEachChild(part, (child) => mentions(child) || undefined) === true
  return node.parameters.some(mentions)
}

function toolMethod(member: ts.Node, owner: ts.ClassDeclaration, checker: ts.TypeChecker): readonly ToolMethod[] {
  if (!ts.isMethodDeclaration(member)) return []
  const [decorator] = decoratorsOf(member, 'Tool', checker)
  if (decorator === undefined) return []
  const name = ts.isComputedPropertyName(member.name) ? member.name.getText() : member.name.text
  const isStatic = member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true
  const place = `${owner.name?.text ?? 'default'}.${name}`
  return [{ name, place, isStatic, declaration: member, decorator, type: methodType(member, owner, checker) }]
}

function methodType(member: ts.MethodDeclaration, owner: ts.ClassDeclaration, checker: ts.TypeChecker): ts.Type {
  if (member.parent === owner) return checker.getTypeAtLocation(member)
  const property = checker.getTypeAtLocation(owner).getProperty(member.name.getText())
  return property === undefined ? checker.getTypeAtLocation(member) : checker.getTypeOfSymbol(property)
}
