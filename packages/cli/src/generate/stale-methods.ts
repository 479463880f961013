import type { GeneratedTools } from './generate-tools'

/** The methods of which a generated file says something else than the sources do; those it lacks and those that are gone, too. */
export function staleMethods(existing: string, { text }: GeneratedTools): readonly string[] {
  const written = writtenHashes(existing)
  const current = writtenHashes(text)
  const keys = [...new Set([...written.keys(), ...current.keys()])]
  return keys.filter((key) => written.get(key) !== current.get(key)).sort()
}

/** The file is looked at as text, so that it may have been formatted since. */
function writtenHashes(text: string): ReadonlyMap<string, string> {
  const statements = text.matchAll(/describeTool\(\s*([\w$]+),\s*(['"])(.*?)\2,\s*\{\s*hash:\s*['"](\w*)['"]/g)
  return new Map([...statements].map(([, owner = '', , method = '', hash = '']) => [`${owner}.${method}`, hash]))
}
