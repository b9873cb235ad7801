import { rowTable } from '@signet/kernel'
import { describe, expect, test } from 'vitest'
import { planRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { verifies } from '../../spec/verifies.ts'
import { type Answer, call } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import { billingOf, demote, newBuyer, newSubscriber, waitForBilling } from '../../support/payments.ts'
import { asPerson, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'
import { setTier } from '../../support/tiers.ts'

interface Downgraded {
  readonly ok: boolean
  readonly previousTier: string
  readonly stripeAction: string
  readonly effectiveAt: string
  readonly noop: boolean
  readonly code?: string
}

const downgrade = (person: Person): Promise<Answer<Downgraded>> =>
  asPerson<Downgraded>(person, 'POST', '/api/billing/downgrade', { as: 'downgrade' })

/** Records a subscription that the payment processor no longer has. */
const recordEndedSubscription = async (org: string): Promise<void> => {
  const at = new Date(await stackNow())
  const plans = rowTable(planRow, { db: table(), table: testStack().table, now: () => at })
  const [created_at, period_start, period_end] = [at, at, at].map((each) => each.toISOString()) as [
    string,
    string,
    string,
  ]
  const endedSubscription = {
    id: 'sub_gone',
    product: 'pro',
    status: 'active',
    created_at,
    period_start,
    period_end,
    ends_at: null,
  }
  const row = { org_id: org, version: 1, as_of: created_at, sku: 'pro', source: 'subscription' as const }
  await plans.putNew({ mode: 'test', org }, { ...row, subscriptions: [endedSubscription] })
}

describe('POST /api/billing/downgrade', () => {
  verifies(
    ['PLA-3-1', 'PLA-4.10-12'],
    'returns 200; a paid plan lasts until the end of its period, and a repetition changes nothing',
    async () => {
      const { person } = await newSubscriber()
      const { renewsAt: effectiveAt } = await billingOf(person)
      const { status, body } = await downgrade(person)
      expect(status).toBe(200)
      const first = { ok: true, previousTier: 'pro', stripeAction: 'canceled', effectiveAt, noop: false }
      expect(body).toEqual(first)
      await waitForBilling(person, { tier: 'pro', endsAt: effectiveAt })
      expect((await downgrade(person)).body).toEqual({ ...first, noop: true })
    },
  )

  verifies('PLA-3-2', 'returns 200 and ends a granted tier immediately', async () => {
    const { person, org } = await newBuyer()
    await setTier(org, { sku: 'team', source: 'comp' })
    const { status, body } = await downgrade(person)
    expect(status).toBe(200)
    expect(body).toMatchObject({ previousTier: 'team', stripeAction: 'no_subscription', noop: false })
    expect(Math.abs(Date.parse(body.effectiveAt) - (await stackNow()))).toBeLessThan(60_000)
    expect(await billingOf(person)).toMatchObject({ tier: 'free' })
  })

  verifies('PLA-3-3', 'returns 200 and immediately ends a recorded plan that has ended at the processor', async () => {
    const { person, org } = await newBuyer()
    await setTier(org, { sku: 'pro', source: 'subscription' })
    await recordEndedSubscription(org)
    const { body } = await downgrade(person)
    expect(body).toMatchObject({ previousTier: 'pro', stripeAction: 'already_canceled', noop: false })
    expect(await billingOf(person)).toMatchObject({ tier: 'free' })
  })

  verifies('PLA-3-4', 'returns 400 on the free tier', async () => {
    const { person } = await newBuyer()
    const { status, body } = await downgrade(person)
    expect([status, body.code]).toEqual([400, 'already_free'])
  })

  test('returns 403 for a member who is neither owner nor admin', async () => {
    const { person, userId, org } = await newBuyer()
    await setTier(org, { sku: 'pro', source: 'comp' })
    await demote(userId)
    const { status, body } = await downgrade(person)
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(await billingOf(person)).toMatchObject({ tier: 'pro', mayManage: false })
  })

  verifies('PLA-4.10-13', 'returns 429 after five requests in an hour', async () => {
    const { person } = await newBuyer()
    for (let i = 0; i < 6; i++) await downgrade(person)
    const { status, headers } = await downgrade(person)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  test('returns 401 without a credential', async () => {
    expect((await call('POST', '/api/billing/downgrade', { as: 'downgrade' })).status).toBe(401)
  })
})
