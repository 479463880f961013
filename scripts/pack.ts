import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '../architecture/repository'

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string
  /** What may be imported: `vernal`, `@vernal/models/openai`. */
  readonly doors: readonly string[]
  /** The archive. */
  readonly tarball: string
  /** The files in it. */
  readonly files: readonly string[]
  /** The folder it was made from. */
  readonly folder: string
}

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly files: readonly string[]
  readonly exports?: Record<string, string | Record<string, string>>
}

/**
 * Packs every public package into `destination`. What is packed is a copy, with the licence of the root in it and without the
 * condition that leads to the sources, which are not published. Run `npm run build` first.
 */
export function packAll(destination: string): readonly PackedPackage[] {
  mkdirSync(destination, { recursive: true })
  const copies = mkdtempSync(join(tmpdir(), 'vernal-pack-'))
  return readdirSync(join(REPOSITORY, 'packages'))
    .filter((room) => existsSync(join(REPOSITORY, 'packages', room, 'package.json')))
    .map((room) => ({ room, manifest: readManifest(room) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ room, manifest }) => pack(copyOf(room, manifest, copies), manifest, destination))
}

function copyOf(room: string, manifest: Manifest, copies: string): string {
  const [source, copy] = [join(REPOSITORY, 'packages', room), join(copies, room)]
  for (const entry of ['dist', 'README.md', 'application.schema.json'].filter((name) =>
    existsSync(join(source, name)),
  )) {
    cpSync(join(source, entry), join(copy, entry), { recursive: true })
  }
  cpSync(join(REPOSITORY, 'LICENSE'), join(copy, 'LICENSE'))
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  return copy
}

function publishedManifest(manifest: Manifest): Manifest {
  const doors = Object.entries(manifest.exports ?? {}).map(([path, target]) => [path, withoutSource(target)])
  return { ...manifest, exports: Object.fromEntries(doors) as Record<string, string | Record<string, string>> }
}

const withoutSource = (target: string | Record<string, string>): string | Record<string, string> =>
  typeof target === 'string'
    ? target
    : Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== '@vernal/source'))

function pack(folder: string, manifest: Manifest, destination: string): PackedPackage {
  const report = execFileSync('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(report) as readonly { filename: string; files: readonly { path: string }[] }[]
  if (!packed) throw new Error(`npm pack made nothing of ${manifest.name}.`)
  return {
    name: manifest.name,
    doors: Object.keys(manifest.exports ?? {})
      .filter((path) => !path.endsWith('.json'))
      .map((path) => `${manifest.name}${path.slice(1)}`),
    tarball: join(destination, packed.filename),
    files: packed.files.map(({ path }) => path),
    folder,
  }
}

const readManifest = (room: string): Manifest =>
  JSON.parse(readFileSync(join(REPOSITORY, 'packages', room, 'package.json'), 'utf8')) as Manifest

if (require.main === module) {
  const destination = join(REPOSITORY, 'dist')
  rmSync(destination, { recursive: true, force: true })
  for (const { name, tarball } of packAll(destination)) console.log(`${name}: ${tarball}`)
  console.log(`Install them in a project of your own, all at once: npm install ${destination}/*.tgz`)
}
