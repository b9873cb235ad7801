import { createFlags, type EvaluationContext } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import { flagsOf, on } from './sample-flags.ts'

const throwingContext = (): EvaluationContext => ({
  get user(): string {
    throw new Error('boom')
  },
})

const nestedLists = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i += 1) value = [value]
  return value
}

describe('evaluations never throw', () => {
  const flags = flagsOf([
    { key: 'half', type: 'percentage', percentage: 50 },
    on('rule', { rules: [{ attribute: 'a', operator: 'equals', value: '1', result: true }] }),
    on('night', {
      rules: [{ attribute: 'currentTime', operator: 'between', value: { from: '22:00', to: '06:00' }, result: true }],
    }),
  ])

  it('return the fallback for a context with throwing getters, also through a bound reader', () => {
    for (const reader of [
      flags,
      flags.forTenant('t'),
      flags.forContext({ a: 1 }),
      flags.forContext(throwingContext()),
    ]) {
      expect(reader.isEnabled('half', throwingContext(), true)).toBe(true)
      expect(reader.evaluate('half', throwingContext())).toMatchObject({ value: false, errorCode: 'GENERAL' })
      expect(reader.explain('half', throwingContext())).toBeUndefined()
      expect(() => reader.reportError('half', throwingContext())).not.toThrow()
    }
    expect(flags.getMetrics('half').errors).toEqual({})
  })

  it.each([1e300, Number.POSITIVE_INFINITY, Number.NaN, 1n, 'never', nestedLists(1)])(
    'for the invalid time %s',
    (time) => {
      const context = { currentTime: time } as EvaluationContext
      expect(flags.evaluate('night', context)).toMatchObject({ value: false, reason: 'DEFAULT' })
      expect(flags.explain('night', context)).toMatchObject({ value: false })
    },
  )

  it.each([1n, nestedLists(50_000), () => 1, Symbol('s')])('for a value that JSON cannot represent', (a) => {
    expect(flags.explain('rule', { a })).toMatchObject({ value: false })
  })

  it('if a listener or an error handler throws', async () => {
    const throwError = () => {
      throw new Error('boom')
    }
    const flagsWithListener = createFlags()
    flagsWithListener.subscribe(throwError)
    flagsWithListener.createFlag(on('f'))
    expect(flagsWithListener.isEnabled('f')).toBe(true)
    const source = { readNewer: () => Promise.reject(new Error('away')) }
    const failingFlags = createFlags({ source, refreshing: { onError: throwError } })
    await expect(failingFlags.refresh()).resolves.toBeUndefined()
  })
})

it('overrides match numeric ids, as conditions do', () => {
  const flags = flagsOf([on('f', { overrides: { users: { 7: false }, tenants: { 9: false } } })])
  const contexts = [{ user: 7 }, { user: '7' }, { tenant: 9 }, { user: 8 }] as unknown as EvaluationContext[]
  expect(contexts.map((context) => flags.isEnabled('f', context))).toEqual([false, false, false, true])
})
