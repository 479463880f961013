import { addUsage, type Usage } from '@vernal/chat'

const usage = (promptTokens: number, completionTokens: number, rest: Partial<Usage> = {}): Usage => ({
  promptTokens,
  completionTokens,
  totalTokens: promptTokens + completionTokens,
  ...rest,
})

describe('adding usages', () => {
  test('adds field by field', () => {
    expect(addUsage(usage(10, 20), usage(1, 2))).toEqual(usage(11, 22))
  })

  test('takes a missing optional field as nothing, and leaves it out when both lack it', () => {
    expect(addUsage(usage(1, 1, { cacheReadTokens: 5 }), usage(1, 1, { reasoningTokens: 2 }))).toEqual(
      usage(2, 2, { cacheReadTokens: 5, reasoningTokens: 2 }),
    )
  })

  test('with nothing gives the other side', () => {
    const one = usage(1, 2)

    expect(addUsage(one, undefined)).toBe(one)
    expect(addUsage(undefined, one)).toBe(one)
    expect(addUsage(undefined, undefined)).toBeUndefined()
  })
})
