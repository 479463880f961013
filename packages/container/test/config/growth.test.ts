import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Component, ConfigurationProperties, EnableConfigurationProperties, run } from '@vernal/container'
import { z } from 'zod'

class Prices extends ConfigurationProperties(
  'prices',
  z.object({ of: z.record(z.string(), z.number()).default({}) }),
) {}

@Component()
@EnableConfigurationProperties([Prices])
class Shop {
  constructor(readonly prices: Prices) {}
}

const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))

/** How many calls of the container's functions a start takes with so many keys, the engine counting. */
async function callsOfStart(folder: string, section: string, count: number): Promise<number> {
  const lines = many(count, (at) => `    article${at}: ${at}`)
  writeFileSync(join(folder, 'application.yaml'), `prices:\n  ${section}:\n${lines.join('\n')}\n`)
  const env = Object.fromEntries(many(count, (at) => [`SERVICE_${at}_PORT`, '80']))
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const properties = { 'vernal.logging.level': 'silent' }
  const application = await run({
    components: [Shop],
    autoConfigurations: [],
    configDir: folder,
    args: [],
    env,
    properties,
  })
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  await application.close()
  const own = result.filter(({ url }) => /container.(src|dist)/.test(url)).flatMap(({ functions }) => functions)
  return own.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
}

describe('The work of a start with twice as many keys and variables is about twice as much', () => {
  const folder = mkdtempSync(join(tmpdir(), 'growth-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['of a map', 'of'],
    ['that nobody knows', 'off'],
  ])('with keys %s', async (_, section) => {
    await callsOfStart(folder, section, 10)
    const calls = await callsOfStart(folder, section, 400)
    const callsOfTwice = await callsOfStart(folder, section, 800)
    expect(calls).toBeGreaterThan(400)
    expect(callsOfTwice / calls).toBeLessThan(2.3)
  })
})
