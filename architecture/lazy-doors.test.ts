import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { lazyDoor } from '../scripts/lazy-doors'

const WRITTEN = [
  '"use strict";',
  'Object.defineProperty(exports, "__esModule", { value: true });',
  'exports.Tool = exports.ToolParam = void 0;',
  'require("reflect-metadata");',
  '// Declaring tools',
  'var tool_1 = require("./tool");',
  'Object.defineProperty(exports, "Tool", { enumerable: true, get: function () { return tool_1.Tool; } });',
  'Object.defineProperty(exports, "isTool", { enumerable: true, get: function () { return tool_1.isTool; } });',
  'var order_1 = require("./order");',
  'Object.defineProperty(exports, "Order", { enumerable: true, get: function () { return order_1.Order; } });',
].join('\n')

/** Runs a door as Node would, and notes what it loads. */
function opened(text: string): { door: Record<string, unknown>; loaded: string[] } {
  const door: Record<string, unknown> = {}
  const loaded: string[] = []
  const load = (path: string): unknown => {
    loaded.push(path)
    return { Tool: 'a tool', isTool: 'a check', Order: { first: 1 } }
  }
  const run = compileFunction(text, ['exports', 'require']) as (
    exports: object,
    load: (path: string) => unknown,
  ) => void
  run(door, load)
  return { door, loaded }
}

describe('the doors of built packages', () => {
  it('load a part when it is first asked for', () => {
    const { door, loaded } = opened(lazyDoor(WRITTEN))
    expect(loaded).not.toContain('./tool')
    expect(door.Tool).toBe('a tool')
    expect(loaded).toContain('./tool')
  })

  it('give what they gave before', () => {
    expect({ ...opened(lazyDoor(WRITTEN)).door }).toEqual({ ...opened(WRITTEN).door })
  })

  it('load at once what is loaded for its effects', () => {
    expect(opened(lazyDoor(WRITTEN)).loaded).toEqual(['reflect-metadata'])
  })

  it('keep their lines, and their names for ES modules', async () => {
    expect(lazyDoor(WRITTEN).split('\n')).toHaveLength(WRITTEN.split('\n').length)
    const file = join(mkdtempSync(join(tmpdir(), 'vernal-door-')), 'door.js')
    writeFileSync(file, lazyDoor(WRITTEN).replaceAll(/"(reflect-metadata|\.\/\w+)"/g, '"node:path"'))
    const program = `import * as door from ${JSON.stringify(pathToFileURL(file))}; console.log(Object.keys(door).join())`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(stdout.trim().split(',')).toEqual(expect.arrayContaining(['Tool', 'isTool', 'Order']))
  })

  it('are changed as the modules behind them are, which load what they use when they use it', () => {
    const text = [
      '"use strict";',
      'const base_1 = require("./base");',
      'const later_1 = require("./later");',
      'exports.Order = class extends base_1.Base { total() { return (0, later_1.sum)(1, 2) } };',
    ].join('\n')
    const loaded: string[] = []
    const parts: Record<string, object> = {
      './base': { Base: class {} },
      './later': { sum: (a: number, b: number) => a + b },
    }
    const door: { Order?: new () => { total(): number } } = {}
    const run = compileFunction(lazyDoor(text), ['exports', 'require']) as (exports: object, load: unknown) => void
    run(door, (path: string) => loaded.push(path) && parts[path])
    expect(loaded).toEqual(['./base'])
    const order = door.Order && new door.Order()
    expect([order?.total(), order?.total()]).toEqual([3, 3])
    expect(loaded).toEqual(['./base', './later'])
  })

  it('are not changed again', () => {
    const once = lazyDoor(WRITTEN)
    expect(lazyDoor(once)).toBe(once)
  })
})
