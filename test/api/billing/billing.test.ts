import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { billingOf, newBuyer } from '../../support/payments.ts'

describe('GET /api/billing', () => {
  test('returns 200 with the free tier and the available products for an organization without purchases', async () => {
    const { person } = await newBuyer()
    expect(await billingOf(person)).toEqual({
      tier: 'free',
      plan: null,
      source: null,
      renewsAt: null,
      endsAt: null,
      isPastDue: false,
      hasSavedCard: false,
      mayManage: true,
      subscriptions: [],
      credits: { balance: 50, held: 0 },
      products: ['ciso-trust-bundle', 'ciso-trust-page-hosting', 'cto-consultation'],
    })
  })

  test('returns 401 without a credential', async () => {
    expect((await call('GET', '/api/billing', { as: 'getBilling' })).status).toBe(401)
  })
})
