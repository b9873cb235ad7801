import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey, patchFlag } from '../../support/flags.ts'

describe('what a change leaves', () => {
  test('the kill switch holds whatever the schedule has said before', async () => {
    const key = await newFlagKey()
    const schedule = [{ at: '2026-01-01T00:00:00Z', set: { enabled: true } }]
    const made = await newFlag(key, { key: 'a', type: 'boolean', enabled: false, schedule })
    const { body } = await patchFlag(key, 'a', { enabled: false, version: made.version })
    expect(body.schedule).toBeUndefined()
    const answer = await call('POST', '/ofrep/v1/evaluate/flags/a', { key, body: { context: {} }, as: 'ofrepEvaluate' })
    expect(answer.body).toMatchObject({ value: false, reason: 'DISABLED' })
  })

  test('a default that nobody has said follows the rules', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean', enabled: true })
    const of = (result: boolean) => [{ attribute: 'tenant', operator: 'equals', value: 'acme', result }]
    const excepted = await patchFlag(key, 'a', { rules: of(false), version: 1 })
    expect(excepted.body.default).toBe(true)
    const only = await patchFlag(key, 'a', { rules: of(true), version: 2 })
    expect(only.body.default).toBe(false)
  })

  test('409 or 400 before a flag or a set is larger than can be read again', async () => {
    const key = await newFlagKey()
    const rule = (n: number) => ({ attribute: 'user', operator: 'in', value: [`${n}`.padEnd(1000, 'x')], result: true })
    const rules = (n: number) => Array.from({ length: n }, (_, i) => rule(i))
    await newFlag(key, { key: 'a', type: 'boolean', enabled: true, rules: rules(100) })
    const users = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`.padEnd(600, 'y'), true]))
    const more = await patchFlag(key, 'a', { overrides: { users }, version: 1 })
    expect([more.status, JSON.stringify(more.body)]).toEqual([400, expect.stringContaining('of at most 150000 bytes')])
    expect((await patchFlag(key, 'a', { enabled: false, version: 1 })).status).toBe(200)
  })

  test('dry_run asks by what the flag recognises somebody by', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'percentage', percentage: 0, by: 'tenant' })
    const { body } = await call('PATCH', '/flags/a?dry_run=true', {
      key,
      body: { percentage: 50, version: 1 },
      as: 'updateFlag',
    })
    expect(Math.abs(Number(body.movedPercent) - 50)).toBeLessThan(3)
  })
})
