import { afterEach, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { DAY_MS, withinWindow } from '../../support/clock-windows.ts'
import { atLaterTime, endOutages } from '../../support/control.ts'
import { createTenant, newUser, rotateTenantKey } from '../../support/sessions.ts'

afterEach(endOutages)

/** Runs work in a day that does not end between two of its requests. */
const withinDay = (work: () => Promise<void>) => withinWindow(DAY_MS, 300_000, work)

/** Generates a standard image, which costs two credits. */
const generateWith = (key: string, body: object = {}) =>
  call<{ code?: string; limit?: number; used?: number; gates?: { spending: string; balance: string } }>(
    'POST',
    '/v2/generate',
    { key, body: { prompt: 'within a budget', quality_tier: 'standard', sync: true, ...body }, as: 'job_generate' },
  )

test('job_generate 429 with the wait for a key that has used its daily budget', async () => {
  await withinDay(async () => {
    const { session } = await newUser()
    const { body: tenant } = await createTenant(session, { daily_budget: 3 })
    expect(tenant).toMatchObject({ daily_budget: 3 })
    const { api_key: key } = tenant
    expect((await generateWith(key)).status).toBe(201)
    const refused = await generateWith(key)
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'key_budget_exhausted', limit: 3, used: 2 }])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { body: quote } = await generateWith(key, { dry_run: true })
    expect(quote).toMatchObject({
      would_succeed: false,
      gates: { spending: 'key_budget_exhausted', balance: 'passed' },
    })
    expect((await generateWith(key, { quality_tier: 'draft' })).status).toBe(201)
    const untilMidnightMs = Number(refused.headers.get('retry-after')) * 1000 + 1_000
    expect((await atLaterTime(untilMidnightMs, () => generateWith(key))).status).toBe(201)
  })
})

test('rotateTenantKey 200: the old and the new key share the day; the budget may change', async () => {
  await withinDay(async () => {
    const { session } = await newUser()
    const { body: tenant } = await createTenant(session, { daily_budget: 3 })
    expect((await generateWith(tenant.api_key)).status).toBe(201)
    const rotated = (await rotateTenantKey(session, tenant.tenant_id, { grace_seconds: 3600 })).body
    expect(rotated).toMatchObject({ daily_budget: 3 })
    const codes = [(await generateWith(tenant.api_key)).body.code, (await generateWith(rotated.api_key)).body.code]
    expect(codes).toEqual(['key_budget_exhausted', 'key_budget_exhausted'])
    const raised = (await rotateTenantKey(session, tenant.tenant_id, { daily_budget: 4 })).body
    expect([raised, (await generateWith(raised.api_key)).status]).toMatchObject([{ daily_budget: 4 }, 201])
    const withoutBudget = (await rotateTenantKey(session, tenant.tenant_id, { daily_budget: null })).body
    expect([withoutBudget, (await generateWith(withoutBudget.api_key)).status]).toMatchObject([
      { daily_budget: null },
      201,
    ])
  })
})

test.each([0, 1.5, 1_000_001, '5'])(
  'createTenant 400 names the field for a daily budget of %s',
  async (daily_budget) => {
    const { session } = await newUser()
    const { status, body } = await createTenant(session, { daily_budget })
    expect([status, body]).toMatchObject([400, { errors: [{ field: 'daily_budget' }] }])
  },
)
