import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { billingOf, newBuyer } from '../../support/payments.ts'

describe('GET /api/billing', () => {
  test('200: who has bought nothing is free, and is told what there is', async () => {
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

  test('401 without a credential', async () => {
    expect((await call('GET', '/api/billing', { as: 'getBilling' })).status).toBe(401)
  })
})
