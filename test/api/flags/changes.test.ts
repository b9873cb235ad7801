import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newFlag, newFlagKey, patchFlag } from '../../support/flags.ts'

describe('effects of a change', () => {
  test('the kill switch removes a schedule that would enable the flag', async () => {
    const key = await newFlagKey()
    const schedule = [{ at: '2026-01-01T00:00:00Z', set: { enabled: true } }]
    const created = await newFlag(key, { key: 'a', type: 'boolean', enabled: false, schedule })
    const { body } = await patchFlag(key, 'a', { enabled: false, version: created.version })
    expect(body.schedule).toBeUndefined()
    const answer = await call('POST', '/ofrep/v1/evaluate/flags/a', { key, body: { context: {} }, as: 'ofrepEvaluate' })
    expect(answer.body).toMatchObject({ value: false, reason: 'DISABLED' })
  })

  test('an unset default follows the rules', async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'boolean', enabled: true })
    const tenantRule = (result: boolean) => [{ attribute: 'tenant', operator: 'equals', value: 'acme', result }]
    const withException = await patchFlag(key, 'a', { rules: tenantRule(false), version: 1 })
    expect(withException.body.default).toBe(true)
    const withTarget = await patchFlag(key, 'a', { rules: tenantRule(true), version: 2 })
    expect(withTarget.body.default).toBe(false)
  })

  test('400 for a change that exceeds the size limit of a flag; smaller changes still work', async () => {
    const key = await newFlagKey()
    const rule = (n: number) => ({ attribute: 'user', operator: 'in', value: [`${n}`.padEnd(1000, 'x')], result: true })
    const rules = (n: number) => Array.from({ length: n }, (_, i) => rule(i))
    await newFlag(key, { key: 'a', type: 'boolean', enabled: true, rules: rules(100) })
    const users = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`.padEnd(600, 'y'), true]))
    const tooLarge = await patchFlag(key, 'a', { overrides: { users }, version: 1 })
    expect([tooLarge.status, JSON.stringify(tooLarge.body)]).toEqual([
      400,
      expect.stringContaining('the limit is 150000 bytes'),
    ])
    expect((await patchFlag(key, 'a', { enabled: false, version: 1 })).status).toBe(200)
  })

  test('dry_run simulates users by the attribute that assigns users', async () => {
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

describe('a reverted flag', () => {
  const valuesByUser = async (key: string): Promise<readonly unknown[]> => {
    const values: unknown[] = []
    for (let i = 0; i < 24; i++) {
      const body = { context: { user: `u${i}` } }
      values.push((await call('POST', '/flags/a/explain', { key, body, as: 'explainFlag' })).body.value)
    }
    return values
  }
  const variants = (a: number, b: number) => [
    { key: 'a', weight: a },
    { key: 'b', weight: b },
  ]

  test("returns each user's earlier variant; dry_run of a variant's removal counts the users who move", async () => {
    const key = await newFlagKey()
    await newFlag(key, { key: 'a', type: 'variant', variants: variants(50, 50) })
    const originalValues = await valuesByUser(key)
    await patchFlag(key, 'a', { variants: variants(10, 90), version: 1 })
    const change = { variants: [{ key: 'a', weight: 1 }], version: 2 }
    const preview = await call<{ moved: number; users: number }>('PATCH', '/flags/a?dry_run=true', {
      key,
      body: change,
      as: 'updateFlag',
    })
    expect(preview.status).toBe(200)
    expect(Math.abs(preview.body.moved / preview.body.users - 0.9)).toBeLessThan(0.02)
    expect((await patchFlag(key, 'a', change)).status).toBe(200)
    const body = { to: 1 }
    expect((await call('POST', '/flags/a/revert', { key, body, as: 'revertFlag' })).status).toBe(200)
    expect(await valuesByUser(key)).toEqual(originalValues)
  })
})

test('an OFREP evaluation counts in the metrics immediately', async () => {
  const key = await newFlagKey()
  await newFlag(key, { key: 'a', type: 'boolean', enabled: true })
  await call('POST', '/ofrep/v1/evaluate/flags/a', { key, body: { context: {} }, as: 'ofrepEvaluate' })
  const { body } = await call('GET', '/flags/a/metrics', { key, as: 'getFlagMetrics' })
  expect(body).toMatchObject({ evaluations: 1, variants: { true: 1 } })
  expect(body.p50LatencyMs).toBeLessThan(5)
})
