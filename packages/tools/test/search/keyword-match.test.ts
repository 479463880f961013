import { explainKeywordMatch } from '@vernal/tools'
import { definition } from './sample-tools'

const TOOL = definition('convertCurrency', 'Converts an amount between currencies', {
  amount: { type: 'number', description: 'Amount of money' },
})

test('a match is explained field by field, with what was asked and what was found', () => {
  const matches = explainKeywordMatch('convert cash', TOOL)
  expect(matches.map(({ field, terms }) => [field, terms])).toEqual([
    ['name', [{ asked: 'convert', found: 'convert' }]],
    ['description', [{ asked: 'convert', found: 'convert' }]],
    ['parameterDescriptions', [{ asked: 'cash', found: 'monei' }]],
  ])
})

test('the name has the largest share, and all shares are the whole', () => {
  const matches = explainKeywordMatch('convert money amount', TOOL)
  expect(matches[0]?.field).toBe('name')
  expect(matches.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  expect(Math.max(...matches.map(({ share }) => share))).toBe(matches[0]?.share)
})

test('a slip of the pen is explained, too', () => {
  expect(explainKeywordMatch('curency', TOOL)[0]?.terms).toEqual([{ asked: 'curenc', found: 'currenc' }])
})

test('what does not match has no explanation', () => {
  expect(explainKeywordMatch('weather', TOOL)).toEqual([])
})
