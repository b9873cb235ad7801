import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { DAY, freshWorlds, priceId, stripeWorld } from './stripe-world.ts'

freshWorlds()

const fetchRaw = async (url: string, key: string, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as { error?: object } }
}

describe('the API', () => {
  it('a repeated idempotency key returns the first response for a day', async () => {
    const { stripe, clock } = await stripeWorld()
    const first = await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'cus:1' })
    const second = await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'cus:1' })
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.customers.list()).data).toHaveLength(1)
    await expect(
      stripe.customers.create({ email: 'bob@example.com' }, { idempotencyKey: 'cus:1' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    const price = await priceId(stripe, 'agent-credits-500')
    await expect(
      stripe.checkout.sessions.create(
        { mode: 'payment', line_items: [{ price, quantity: 1 }], success_url: 'https://signet.example' },
        { idempotencyKey: 'cus:1' },
      ),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    await clock.advance(DAY)
    const later = await stripe.customers.create({ email: 'bob@example.com' }, { idempotencyKey: 'cus:1' })
    expect(later.id).not.toBe(first.id)
  })

  it('responses to invalid parameters are not stored', async () => {
    const { stripe } = await stripeWorld()
    const idempotencyKey = 'cus:2'
    await expect(stripe.customers.create({ email: 'nobody' }, { idempotencyKey })).rejects.toMatchObject({
      param: 'email',
    })
    expect(await stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey })).toMatchObject({
      email: 'ada@example.com',
    })
  })

  it('unknown, missing and invalid parameters are rejected by name, unknown URLs and versions by status', async () => {
    const { stripe, url, running } = await stripeWorld()
    const price = await priceId(stripe, 'pro')
    const sessionParams: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://signet.example',
    }
    const removed = { ...sessionParams, payment_method_types: ['card'] }
    await expect(stripe.checkout.sessions.create(removed)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'payment_method_types',
      statusCode: 400,
    })
    const nested = { ...sessionParams, subscription_data: { metadata: {}, coupon: 'x' } }
    await expect(stripe.checkout.sessions.create(nested)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'subscription_data[coupon]',
    })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const missing = await fetchRaw(url, running.apiKey, '/v1/checkout/sessions', {
      method: 'POST',
      headers: form,
      body: 'mode=payment',
    })
    expect(missing).toMatchObject({ status: 400, body: { error: { code: 'parameter_missing', param: 'line_items' } } })
    expect(await fetchRaw(url, running.apiKey, '/v1/nonsense')).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error', message: /^Unrecognized request URL \(GET: \/v1\/nonsense\)/ } },
    })
    expect(
      await fetchRaw(url, running.apiKey, '/v1/customers', { headers: { 'stripe-version': '2024-06-20' } }),
    ).toMatchObject({
      status: 400,
    })
    expect(await fetchRaw(url, running.apiKey, '/v1/customers?limit=101')).toMatchObject({
      body: { error: { param: 'limit' } },
    })
    expect(await fetchRaw(url, running.apiKey, '/v1/customers?limit=many')).toMatchObject({
      body: { error: { code: 'parameter_invalid_integer' } },
    })
  })

  it("requests without the account's key are rejected", async () => {
    const { url } = await stripeWorld()
    const { hostname, port } = new URL(url)
    const wrongKeyClient = new Stripe('sk_test_wrong', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
    await expect(wrongKeyClient.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect((await fetch(`${url}/v1/customers`)).status).toBe(401)
  })

  it('an unknown ID returns 404 in a path and 400 in a parameter', async () => {
    const { stripe } = await stripeWorld()
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
    const session = { customer: 'cus_none', return_url: 'https://signet.example' }
    await expect(stripe.checkout.sessions.list({ starting_after: 'cs_none' })).rejects.toMatchObject({
      param: 'starting_after',
    })
    await expect(stripe.billingPortal.sessions.create(session)).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
      statusCode: 400,
    })
  })

  it('lists are paged in both directions', async () => {
    const { stripe } = await stripeWorld()
    const createdIds: string[] = []
    for (let i = 0; i < 5; i++) createdIds.unshift((await stripe.customers.create({ name: `${i}` })).id)
    const first = await stripe.customers.list({ limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(createdIds.slice(0, 2))
    expect(first.has_more).toBe(true)
    const last = await stripe.customers.list({ limit: 3, starting_after: createdIds[1]! })
    expect(last.data.map(({ id }) => id)).toEqual(createdIds.slice(2))
    expect(last.has_more).toBe(false)
    const previousPage = await stripe.customers.list({ limit: 2, ending_before: createdIds[3]! })
    expect(previousPage.data.map(({ id }) => id)).toEqual(createdIds.slice(1, 3))
    expect(await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 10 })).toHaveLength(5)
  })

  it('a customer can be changed and deleted', async () => {
    const { stripe } = await stripeWorld()
    const { id } = await stripe.customers.create({ email: 'ada@example.com', metadata: { a: '1', b: '2' } })
    const changed = await stripe.customers.update(id, { name: 'Ada', metadata: { a: '', c: '3' } })
    expect(changed).toMatchObject({ name: 'Ada', metadata: { b: '2', c: '3' } })
    expect(changed.metadata).not.toHaveProperty('a')
    expect((await stripe.customers.update(id, { metadata: null })).metadata).toEqual({})
    expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ id, deleted: true }))
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
    await expect(stripe.customers.update(id, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' })
    expect((await stripe.customers.list()).data).toEqual([])
  })

  it('only fields that refer to objects can be expanded', async () => {
    const { stripe } = await stripeWorld()
    const { data } = await stripe.prices.list({ lookup_keys: ['pro'], expand: ['data.product'] })
    expect(data[0]).toMatchObject({ unit_amount: 2900, recurring: { interval: 'month' }, product: { name: 'Pro' } })
    expect(String(data[0]!.unit_amount_decimal)).toBe('2900')
    await expect(stripe.prices.list({ expand: ['data.currency'] })).rejects.toMatchObject({
      message: 'This property cannot be expanded (data.currency).',
    })
  })
})
