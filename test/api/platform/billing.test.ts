import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { advance } from '../../support/control.ts'
import { billingBecomes, billingOf, newBuyer, subscriber } from '../../support/payments.ts'
import { signIn } from '../../support/people.ts'

const DAY = 86_400_000

describe('GET /api/billing', () => {
  test('200: who has bought nothing is free, and is told what there is', async () => {
    const { person } = await newBuyer()
    expect(await billingOf(person)).toEqual({
      ...{ tier: 'free', plan: null, source: null, renewsAt: null, endsAt: null, isPastDue: false },
      ...{ hasSavedCard: false, mayManage: true, subscriptions: [] },
      credits: { balance: 50, held: 0 },
      products: ['ciso-trust-bundle', 'ciso-trust-page-hosting', 'cto-consultation'],
    })
  })

  test('200: a plan is renewed by the clock, with its credits', async () => {
    const { person } = await subscriber()
    const { renewsAt } = await billingOf(person)
    await advance(32 * DAY)
    // The session has ended long before.
    const later = await signIn(person)
    await expect.poll(async () => (await billingOf(later)).renewsAt, { timeout: 30_000 }).not.toBe(renewsAt)
    await billingBecomes(later, { tier: 'pro', isPastDue: false, credits: { balance: 1050, held: 0 } })
  })

  test('401 without a credential', async () => {
    expect((await call('GET', '/api/billing', { as: 'getBilling' })).status).toBe(401)
  })
})
