import { ConfigurationProperties, duration } from '@vernal/container'
import { z } from 'zod'
import {
  PROPERTIES_PAGE,
  readProperties,
  readPropertiesClasses,
  renderProperties,
  renderSchema,
  SCHEMA_FILE,
} from '../scripts/property-catalogue'
import { readText, REPOSITORY } from './repository'

describe('in this repository', () => {
  const classes = readPropertiesClasses()

  test('every property says what it means', () => {
    expect(classes.length).toBeGreaterThan(10)
    expect(readProperties(classes).filter(({ description }) => !description)).toEqual([])
  })

  test('the page of properties and the schema for editors say what the classes say (npm run docs:properties)', () => {
    expect(readText(REPOSITORY, PROPERTIES_PAGE)).toBe(renderProperties(classes))
    expect(readText(REPOSITORY, SCHEMA_FILE)).toBe(renderSchema(classes))
  })
})

test('the catalogue reads names, types, defaults and meanings as they are written in a file', () => {
  class ShopProperties extends ConfigurationProperties(
    'shop',
    z.object({
      pageSize: z.int().default(20).describe('Rows of a page.'),
      wait: duration().default(90_000).describe('How long.'),
      kind: z.enum(['a', 'b']).optional().describe('Which | kind.'),
      names: z.array(z.string()).default([]).describe('Names.'),
      rules: z
        .array(z.object({ is: z.boolean().describe('Whether.') }))
        .default([])
        .describe('Rules.'),
    }),
  ) {}
  const owner = { type: ShopProperties, path: 'shop.ts' }
  expect(readProperties([owner]).map(({ owner: _, ...property }) => property)).toEqual([
    { name: 'shop.kind', type: '`a`, `b`', fallback: undefined, description: 'Which | kind.' },
    { name: 'shop.names', type: 'list of string', fallback: '[]', description: 'Names.' },
    { name: 'shop.page-size', type: 'integer', fallback: '20', description: 'Rows of a page.' },
    { name: 'shop.rules', type: 'list of object', fallback: '[]', description: 'Rules.' },
    { name: 'shop.rules[].is', type: 'boolean', fallback: undefined, description: 'Whether.' },
    { name: 'shop.wait', type: 'duration', fallback: '90s', description: 'How long.' },
  ])
  expect(renderProperties([owner])).toContain('| `shop.kind` | `a`, `b` |  | Which \\| kind. |')
})
