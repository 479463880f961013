import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Bean, Component, Configuration, Logger, Primary, run } from '@vernal/container'
import { describeTool, outlineHash, Tool } from '@vernal/tools'
import { ToolsAutoConfiguration } from '@vernal/tools/autoconfigure'

const READ = 'export class OrderTools { find(id: string): void {} }'
const environment = process.env.NODE_ENV

afterEach(() => {
  process.env.NODE_ENV = environment
})

/** Starts an application with described tools whose source is now another; what it warned of. */
async function warningsFor(source: string | undefined): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-'))
  if (source !== undefined) writeFileSync(path.join(folder, 'order-tools.ts'), source)
  const warnings: string[] = []

  @Component()
  class OrderTools {
    @Tool() find(id: string): string {
      return id
    }
    @Tool() static count(): number {
      return 1
    }
  }
  const sources = { folder, hashes: { './order-tools.ts': outlineHash(READ) } }
  describeTool(OrderTools, 'find', { hash: '1', sources, signature: ['id'], parameters: { type: 'object' } })
  describeTool(OrderTools, 'count', {
    hash: '2',
    sources,
    isStatic: true,
    signature: [],
    parameters: { type: 'object' },
  })

  @Configuration()
  class Logging {
    @Primary()
    @Bean({ type: Logger, name: 'recorder' })
    logger(): Logger {
      const ignore = (): void => {}
      const warn = (_fields: object, message: string): void => void warnings.push(message)
      const logger = { debug: ignore, info: ignore, warn, error: ignore, child: (): unknown => logger }
      return logger as never
    }
  }
  try {
    const components = [OrderTools, Logging]
    await (await run({ components, autoConfigurations: [ToolsAutoConfiguration], signals: false })).close()
    return warnings
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a source that has changed since it was read is told at the start, once', async () => {
  expect(await warningsFor(READ.replace('id: string', 'id: number'))).toEqual([
    'Tools are described as they were before ./order-tools.ts changed. Run: npx vernal generate',
  ])
})

test('a body that has changed is none of its business, and neither is a source that is not there', async () => {
  expect(await warningsFor(READ.replace('{}', '{ throw new Error() }'))).toEqual([])
  expect(await warningsFor(undefined)).toEqual([])
})

test('production says nothing', async () => {
  process.env.NODE_ENV = 'production'
  expect(await warningsFor('')).toEqual([])
})
