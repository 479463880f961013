import { retryAfterMs } from '../src/retry'

const now = Date.parse('2026-11-30T12:00:00Z')

const read = (headers: Readonly<Record<string, string>>): number | undefined =>
  retryAfterMs({ get: (name) => headers[name] ?? null }, now)

test.each<[Readonly<Record<string, string>>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '3' }, 3000],
  [{ 'retry-after': ' 1.5 ' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after-ms': '300', 'retry-after': '9' }, 300],
  [{ 'retry-after': 'Mon, 30 Nov 2026 12:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Monday, 30-Nov-26 12:00:05 GMT' }, 5000],
  [{ 'retry-after': 'Mon Nov 30 12:00:05 2026' }, 5000],
  [{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
])('%j asks for %p', (headers, expected) => {
  expect(read(headers)).toBe(expected)
})
