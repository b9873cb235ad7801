import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import {
  buyCredits,
  buyerWithCard,
  creditsIn,
  demote,
  newBuyer,
  stripeDashboard,
  whileStripeRefuses,
} from '../../support/payments.ts'
import { asPerson, type Person } from '../../support/people.ts'

interface PurchaseBody {
  readonly status?: string
  readonly paymentId?: string
  readonly code?: string
  readonly reason?: string
  readonly url?: string
  readonly packId?: string
  readonly errors?: readonly { readonly field: string }[]
}

const buy = (person: Person, key: string, packId?: string) => buyCredits<PurchaseBody>(person, key, packId)

const purchasesOf = async (customer: string) =>
  (await (await stripeDashboard()).paymentIntents.list({ customer })).data.filter(
    ({ metadata }) => metadata.kind === 'credit_pack',
  )

describe('POST /api/billing/purchases', () => {
  test('returns 200, charges the saved card once per key and books the credits', async () => {
    const { person, customer, org } = await buyerWithCard()
    const { status, body, headers } = await buy(person, 'first')
    expect([status, body]).toMatchObject([
      200,
      { packId: 'agent-credits-500', credits: 500, cents: 1250, currency: 'usd', status: 'completed' },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
    const repeats = await Promise.all([buy(person, 'first'), buy(person, 'first')])
    for (const each of repeats) {
      expect([each.status, each.body.paymentId, each.headers.get('idempotent-replayed')]).toEqual([
        ...[200, body.paymentId, 'true'],
      ])
    }
    expect((await purchasesOf(customer)).map(({ id, amount }) => [id, amount])).toEqual([[body.paymentId, 1250]])
    expect(await creditsIn(person, org, 'purchased')).toBe(500)
  })

  test('returns 200 pending while the bank decides, also for a repetition with the same key', async () => {
    const { person, customer, org } = await buyerWithCard('pm_usBankAccount_success')
    for (let i = 0; i < 2; i++)
      expect((await buy(person, 'slow')).body).toMatchObject({ status: 'pending', paidAt: null })
    expect(await purchasesOf(customer)).toHaveLength(1)
    expect(await creditsIn(person, org, 'purchased')).toBe(0)
  })

  test('returns 402 with a payment page without a card, when the bank declines, and when it requires authentication', async () => {
    const { person: buyerWithoutCard } = await newBuyer()
    const withoutCard = await buy(buyerWithoutCard, 'a')
    expect([withoutCard.status, withoutCard.body.code]).toEqual([402, 'no_saved_card'])
    expect(withoutCard.body.url).toMatch(/^http/)
    const refused = await buy((await buyerWithCard('pm_card_chargeCustomerFail')).person, 'a')
    expect([refused.status, refused.body.code, refused.body.url?.startsWith('http')]).toEqual([
      ...[402, 'card_declined', true],
    ])
    const needsAuthentication = await buy((await buyerWithCard('pm_card_authenticationRequired')).person, 'a')
    expect([
      needsAuthentication.status,
      needsAuthentication.body.code,
      needsAuthentication.body.url?.startsWith('http'),
    ]).toEqual([...[402, 'authentication_required', true]])
  })

  test('returns 409 for another pack with a used key, 429 after five purchases in an hour', async () => {
    const { person } = await buyerWithCard()
    await buy(person, 'k0')
    const mismatch = await buy(person, 'k0', 'agent-credits-1000')
    expect([mismatch.status, mismatch.body]).toMatchObject([
      409,
      { code: 'purchase_mismatch', packId: 'agent-credits-500' },
    ])
    for (const n of [1, 2, 3, 4]) expect((await buy(person, `k${n}`)).status).toBe(200)
    const refused = await buy(person, 'k5')
    expect([refused.status, refused.body.code]).toEqual([429, 'purchase_limit_reached'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('returns 403 for a member who is neither owner nor admin', async () => {
    const { person, userId } = await newBuyer()
    await demote(userId)
    expect((await buy(person, 'a')).body.code).toBe('forbidden')
  })

  test.each([
    ['packId', { packId: 'pro', idempotencyKey: 'a' }],
    ['idempotencyKey', { packId: 'agent-credits-500' }],
    ['idempotencyKey', { packId: 'agent-credits-500', idempotencyKey: 'x'.repeat(256) }],
  ])('returns 400 that names the field %s', async (field, body) => {
    const { person } = await newBuyer()
    const answer = await asPerson<PurchaseBody>(person, 'POST', '/api/billing/purchases', { body, as: 'buyCredits' })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })

  test('returns 502 while Stripe refuses the API key; the idempotency key can be reused afterwards', async () => {
    const { person } = await buyerWithCard()
    await whileStripeRefuses(async () => {
      const { status, body } = await buy(person, 'later')
      expect([status, body.code]).toEqual([502, 'upstream_failed'])
    })
    expect((await buy(person, 'later')).body.status).toBe('completed')
  })

  test('returns 401 without a credential', async () => {
    const body = { packId: 'agent-credits-500', idempotencyKey: 'a' }
    expect((await call('POST', '/api/billing/purchases', { body, as: 'buyCredits' })).status).toBe(401)
  })
})
