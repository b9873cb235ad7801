import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { buyerWithCard, creditsIn, stripeDashboard } from '../../support/payments.ts'
import { asPerson, type Person } from '../../support/people.ts'

interface PurchaseBody {
  readonly status?: string
  readonly code?: string
}

/** Creates a key that may pay, with an optional daily budget in credits. */
const payingKey = async (person: Person, daily_budget?: number): Promise<string> => {
  const body = { name: 'agent', scopes: ['billing:write'], ...(daily_budget === undefined ? {} : { daily_budget }) }
  return (await asPerson<{ key: string }>(person, 'POST', '/api/keys', { body, as: 'createApiKey' })).body.key
}

const buy = async (key: string, idempotencyKey: string, packId = 'agent-credits-500') => {
  const body = { packId, idempotencyKey }
  const answer = await call<PurchaseBody>('POST', '/api/billing/purchases', { key, body, as: 'buyCredits' })
  return [answer.status, answer.body.code ?? answer.body.status]
}

const chargesOf = async (customer: string) =>
  (await (await stripeDashboard()).paymentIntents.list({ customer })).data.filter(
    ({ metadata, status }) => metadata.kind === 'credit_pack' && status === 'succeeded',
  )

describe('purchases with API keys', () => {
  test('buyCredits returns 403 without billing:write, 200 with it; the daily budget limits purchases', async () => {
    const { person, customer, org } = await buyerWithCard()
    const keyWithoutScope = await asPerson<{ key: string }>(person, 'POST', '/api/keys', {
      body: { name: 'usual' },
      as: 'createApiKey',
    })
    expect(await buy(keyWithoutScope.body.key, 'a')).toEqual([403, 'forbidden'])
    // Enough for one pack of 500 credits.
    const key = await payingKey(person, 600)
    expect(await buy(key, 'b')).toEqual([200, 'completed'])
    expect(await buy(key, 'c')).toEqual([429, 'key_budget_exhausted'])
    expect(await buy(key, 'b')).toEqual([200, 'completed'])
    expect(await buy(await payingKey(person, 1), 'd')).toEqual([429, 'key_budget_exhausted'])
    expect(await buy(await payingKey(person), 'e')).toEqual([200, 'completed'])
    expect(await chargesOf(customer)).toHaveLength(2)
    expect(await creditsIn(person, org, 'purchased')).toBe(1_000)
  })

  test('concurrent purchases with a budget of two packs return 429 for all but two', async () => {
    const { person, customer } = await buyerWithCard()
    const key = await payingKey(person, 1_000)
    const answers = await Promise.all([1, 2, 3, 4].map((n) => buy(key, `crowd-${n}`)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(2)
    expect(answers.filter(([, code]) => code === 'key_budget_exhausted')).toHaveLength(2)
    expect(await chargesOf(customer)).toHaveLength(2)
  })

  test('a purchase that the bank declines with 402 returns the credits to the daily budget', async () => {
    const { person } = await buyerWithCard('pm_card_chargeCustomerFail')
    const key = await payingKey(person, 500)
    expect(await buy(key, 'one')).toEqual([402, 'card_declined'])
    expect(await buy(key, 'two')).toEqual([402, 'card_declined'])
  })

  test('checkout of a plan, downgrade and portal return 403 with a daily budget, which does not limit them', async () => {
    const { person } = await buyerWithCard()
    const key = await payingKey(person, 1_000_000)
    const checkout = await call<PurchaseBody>('POST', '/api/billing/checkout', { key, body: {}, as: 'startCheckout' })
    expect([checkout.status, checkout.body.code]).toEqual([403, 'forbidden'])
    expect((await call('POST', '/api/billing/portal', { key, as: 'openPortal' })).status).toBe(403)
    const ended = await call<PurchaseBody>('POST', '/api/billing/downgrade', { key, as: 'downgrade' })
    expect([ended.status, ended.body.code]).toEqual([403, 'forbidden'])
    const keyWithoutBudget = await payingKey(person)
    expect((await call('POST', '/api/billing/portal', { key: keyWithoutBudget, as: 'openPortal' })).status).toBe(200)
  })
})
