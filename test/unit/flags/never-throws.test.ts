import { createFlags, type EvaluationContext } from '@signet/flags'
import { describe, expect, it } from 'vitest'
import { flagsOf, on } from './sample-flags.ts'

const throwing = (): EvaluationContext => ({
  get user(): string {
    throw new Error('boom')
  },
})

const nested = (depth: number): unknown => {
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

  it('for a context with throwing getters: the fallback, also through a bound reader', () => {
    for (const reader of [flags, flags.forTenant('t'), flags.forContext({ a: 1 }), flags.forContext(throwing())]) {
      expect(reader.isEnabled('half', throwing(), true)).toBe(true)
      expect(reader.evaluate('half', throwing())).toMatchObject({ value: false, errorCode: 'GENERAL' })
      expect(reader.explain('half', throwing())).toBeUndefined()
      expect(() => reader.reportError('half', throwing())).not.toThrow()
    }
    expect(flags.getMetrics('half').errors).toEqual({})
  })

  it.each([1e300, Number.POSITIVE_INFINITY, Number.NaN, 1n, 'never', nested(1)])('at the time %s', (time) => {
    const context = { currentTime: time } as EvaluationContext
    expect(flags.evaluate('night', context)).toMatchObject({ value: false, reason: 'DEFAULT' })
    expect(flags.explain('night', context)).toMatchObject({ value: false })
  })

  it.each([1n, nested(50_000), () => 1, Symbol('s')])('for a value without JSON', (a) => {
    expect(flags.explain('rule', { a })).toMatchObject({ value: false })
  })

  it('if a listener or an error handler throws', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    const flagsWithListener = createFlags()
    flagsWithListener.subscribe(boom)
    flagsWithListener.createFlag(on('f'))
    expect(flagsWithListener.isEnabled('f')).toBe(true)
    const source = { newer: () => Promise.reject(new Error('away')) }
    const dead = createFlags({ source, refreshing: { onError: boom } })
    await expect(dead.refresh()).resolves.toBeUndefined()
  })
})

it('overrides match numeric ids, as conditions do', () => {
  const flags = flagsOf([on('f', { overrides: { users: { 7: false }, tenants: { 9: false } } })])
  const contexts = [{ user: 7 }, { user: '7' }, { tenant: 9 }, { user: 8 }] as unknown as EvaluationContext[]
  expect(contexts.map((context) => flags.isEnabled('f', context))).toEqual([false, false, false, true])
})
