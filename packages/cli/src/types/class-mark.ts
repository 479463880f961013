import ts from 'typescript'
import { exportNameOf } from '../project/export-name'
import { noJsonForm, type Reading } from './reading'

/**
 * The name under which a class is handed to the tools, which then make instances of it. Undefined for a class that only holds
 * public data and cannot be reached: a plain object does as well.
 */
export function classMark(reading: Reading, type: ts.InterfaceType, place: string): string | undefined {
  const declaration = type.symbol.declarations?.find(ts.isClassDeclaration)
  if (declaration === undefined) return undefined
  if (isReachable(reading, declaration)) return nameOf(reading, declaration)
  if (isPlainData(reading, type)) return undefined
  noJsonForm(
    reading,
    place,
    `is the class ${type.symbol.name}, which cannot be made from JSON: export it, with a constructor that needs no arguments`,
  )
  return undefined
}

function isReachable({ checker }: Reading, declaration: ts.ClassDeclaration): boolean {
  const file = declaration.getSourceFile()
  const flags = ts.getCombinedModifierFlags(declaration)
  if (file.isDeclarationFile || flags & ts.ModifierFlags.Abstract) return false
  if (exportNameOf(declaration, checker) === undefined) return false
  const made = checker.getTypeOfSymbol(checker.getTypeAtLocation(declaration).symbol).getConstructSignatures()
  return made.some(({ declaration: constructor, parameters }) => {
    const isPublic = constructor === undefined || !(ts.getCombinedModifierFlags(constructor) & HIDDEN)
    return isPublic && parameters.every((parameter) => isOptional(checker, parameter))
  })
}

const HIDDEN = ts.ModifierFlags.Private | ts.ModifierFlags.Protected

const isOptional = (checker: ts.TypeChecker, { valueDeclaration }: ts.Symbol): boolean =>
  valueDeclaration !== undefined && ts.isParameter(valueDeclaration) && checker.isOptionalParameter(valueDeclaration)

function isPlainData({ checker }: Reading, type: ts.Type): boolean {
  return checker.getPropertiesOfType(type).every(({ flags, valueDeclaration }) => {
    const isData = (flags & ts.SymbolFlags.Property) !== 0
    return isData && (valueDeclaration === undefined || !(ts.getCombinedModifierFlags(valueDeclaration) & HIDDEN))
  })
}

function nameOf({ classes }: Reading, declaration: ts.ClassDeclaration): string {
  const plain = declaration.name?.text ?? 'Default'
  let name = plain
  for (let count = 2; classes.has(name) && classes.get(name) !== declaration; count++) name = `${plain}_${count}`
  classes.set(name, declaration)
  return name
}
