import { PRODUCTS } from '@signet/ledger'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { waitForEvent } from '../../support/bus.ts'
import { invite } from '../../support/invites.ts'
import {
  checkout,
  demote,
  newBuyer,
  newSubscriber,
  payByForm,
  waitForBilling,
  whileStripeRefuses,
} from '../../support/payments.ts'
import { asPerson } from '../../support/people.ts'
import { setTier } from '../../support/tiers.ts'

const isPlanChange = (type: string): boolean => type === 'org.signet.organization-plan.changed.v1'

const SPECIFIED = ['ciso-trust-bundle', 'ciso-trust-page-hosting', 'cto-consultation']

describe('POST /api/billing/checkout', () => {
  verifies(
    'PLA-4.10-1',
    'returns 200 with a page on which the Pro plan can be bought, which starts within seconds',
    async () => {
      const { person, org } = await newBuyer()
      const { status, body } = await checkout(person)
      expect(status).toBe(200)
      expect(await payByForm(body.url)).toMatch(/\/billing\?checkout=done$/)
      await waitForBilling(person, { tier: 'pro', plan: 'pro', source: 'subscription', hasSavedCard: true })
      const planEvent = await waitForEvent(
        ({ type, data }) => isPlanChange(type) && (data as { org_id: string }).org_id === org,
      )
      expect(planEvent.data).toMatchObject({ plan: 'pro', source: 'subscription', is_past_due: false })
      const usage = await asPerson<{ images: { limit: number } }>(person, 'GET', '/api/usage', { as: 'getUsage' })
      expect(usage.body).toMatchObject({ tier: 'pro', images: { limit: 100 } })
    },
  )

  test('returns 200 with a key of the organization, and the same page while it is open', async () => {
    const { person } = await newBuyer()
    const createdKey = await asPerson<{ key: string }>(person, 'POST', '/api/keys', {
      body: { name: 'shop', scopes: ['billing:write'] },
      as: 'createApiKey',
    })
    const byKey = await call<{ url: string }>('POST', '/api/billing/checkout', {
      key: createdKey.body.key,
      body: {},
      as: 'startCheckout',
    })
    expect(byKey.status).toBe(200)
    expect((await checkout(person)).body.url).toBe(byKey.body.url)
  })

  test('returns 200; a declined card changes nothing', async () => {
    const { person } = await newBuyer()
    const { body } = await checkout(person)
    // Stripe's test card that is always declined.
    await payByForm(body.url, '4000 0000 0000 0002')
    await waitForBilling(person, { tier: 'free', subscriptions: [] })
    expect((await checkout(person)).body.url).toBe(body.url)
  })

  verifies(['PLA-4.10-2', 'PLA-4.10-3'], 'returns 400 with the accepted products for an unknown product', async () => {
    const { person } = await newBuyer()
    for (const productKey of ['agency', 'pro', 'toString', '']) {
      const { status, body } = await checkout(person, productKey)
      expect([status, body.code, body.accepted]).toEqual([400, 'unknown_product', SPECIFIED])
      for (const product of SPECIFIED) expect(body.error).toContain(product)
    }
  })

  test('returns 400 with the accepted products for a productKey of any other type', async () => {
    const { person } = await newBuyer()
    for (const productKey of [null, 7, true, [], ['ciso-trust-bundle'], {}, { key: 'ciso-trust-bundle' }]) {
      const request = { body: { productKey }, as: 'startCheckout' }
      const { status, body } = await asPerson<{ code?: string; accepted?: string[]; error?: string }>(
        ...([person, 'POST', '/api/billing/checkout', request] as const),
      )
      expect([productKey, status, body.code, body.accepted]).toEqual([productKey, 400, 'unknown_product', SPECIFIED])
      for (const product of SPECIFIED) expect(body.error).toContain(product)
    }
  })

  verifies(
    ['PLA-4.10-4', 'PLA-4.10-6'],
    'returns 403 for CISO products without an invitation, 200 with one',
    async () => {
      const { person, org } = await newBuyer()
      expect([PRODUCTS['ciso-trust-bundle'].cents, PRODUCTS['ciso-trust-bundle'].billed]).toEqual([49_900, 'once'])
      expect(PRODUCTS['ciso-trust-page-hosting']).toMatchObject({ cents: 14_900, billed: 'monthly' })
      for (const product of ['ciso-trust-bundle', 'ciso-trust-page-hosting'] as const) {
        const refused = await checkout(person, product)
        expect([refused.status, refused.body.code]).toEqual([403, 'invite_required'])
        await invite(org, product)
        const { status, body } = await checkout(person, product)
        expect(status).toBe(200)
        const page = await (await fetch(body.url)).text()
        expect(page).toContain(product === 'ciso-trust-bundle' ? '499' : '149')
        expect(await payByForm(body.url)).toMatch(/checkout=done$/)
      }
      await invite(org, 'ciso-trust-bundle', 'withdraw')
      expect((await checkout(person, 'ciso-trust-bundle')).body.code).toBe('invite_required')
      await waitForBilling(person, {
        tier: 'free',
        subscriptions: [expect.objectContaining({ productKey: 'ciso-trust-page-hosting', status: 'active' })] as never,
      })
    },
  )

  verifies('PLA-4.10-5', 'returns 403 for the consultation, which has no price', async () => {
    const { person } = await newBuyer()
    const { status, body } = await checkout(person, 'cto-consultation')
    expect([status, body.code]).toEqual([403, 'product_gated'])
  })

  test('returns 403 for a member who is neither owner nor admin', async () => {
    const { person, userId } = await newBuyer()
    await demote(userId)
    expect([(await checkout(person)).status, (await checkout(person)).body.code]).toEqual([403, 'forbidden'])
  })

  verifies(
    'PLA-4.10-7',
    'returns 409 for an organization with a paid or granted plan, 200 for other products',
    async () => {
      const { person, org } = await newSubscriber()
      const secondCheckout = await checkout(person)
      expect([secondCheckout.status, secondCheckout.body.code, secondCheckout.body.currentTier]).toEqual([
        409,
        'already_subscribed',
        'pro',
      ])
      await invite(org, 'ciso-trust-bundle')
      expect((await checkout(person, 'ciso-trust-bundle')).status).toBe(200)
      const grantedBuyer = await newBuyer()
      await setTier(grantedBuyer.org, { sku: 'team', source: 'comp' })
      expect((await checkout(grantedBuyer.person)).body).toMatchObject({
        code: 'already_subscribed',
        currentTier: 'team',
      })
    },
  )

  verifies('PLA-4.10-8', 'returns 429 after ten requests in an hour, whatever their results', async () => {
    const { person } = await newBuyer()
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await checkout(person, 'cto-consultation')).status)
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(10)
    const { status, headers } = await checkout(person)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  verifies('PLA-4.10-9', 'returns 502 while the payment processor refuses, on every route that calls it', async () => {
    const buyer = await newSubscriber()
    const { person } = await newBuyer()
    await whileStripeRefuses(async () => {
      const refused = await checkout(person)
      expect([refused.status, typeof refused.body.error]).toEqual([502, 'string'])
      expect(refused.body.error).not.toMatch(/sk_test|stripe did/i)
      const portal = await asPerson(buyer.person, 'POST', '/api/billing/portal', { as: 'openPortal' })
      const downgrade = await asPerson(buyer.person, 'POST', '/api/billing/downgrade', { as: 'downgrade' })
      const invoices = await asPerson(buyer.person, 'GET', '/api/billing/invoices', { as: 'listInvoices' })
      expect([portal.status, downgrade.status, invoices.status]).toEqual([502, 502, 502])
    })
    expect((await checkout(person)).status).toBe(200)
  })

  test('returns 401 without a credential', async () => {
    expect((await call('POST', '/api/billing/checkout', { body: {}, as: 'startCheckout' })).status).toBe(401)
  })
})
