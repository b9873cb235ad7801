import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { signatureHeader } from '../../../../lib/local/stripe/deliveries.ts'
import { DAY, freshWorlds, HOUR, stripeWorld, subscribeCustomer } from './stripe-world.ts'

freshWorlds()

const MINUTE = 60_000

describe('webhooks', () => {
  it('a webhook is signed with every secret', () => {
    const payload = '{"id":"evt_1"}'
    const header = signatureHeader(payload, ['whsec_new', 'whsec_old'], 1_000)
    for (const secret of ['whsec_new', 'whsec_old'])
      expect(Stripe.webhooks.constructEvent(payload, header, secret, 300, undefined, 1_000_000)).toEqual({
        id: 'evt_1',
      })
    expect(() => Stripe.webhooks.constructEvent(payload, header, 'whsec_other', 300, undefined, 1_000_000)).toThrow()
  })

  it('a failed webhook is retried after five minutes and then with longer pauses, with a new signature each time', async () => {
    const world = await stripeWorld()
    world.receiver.statuses.push(500, 503, 404)
    await world.stripe.customers.create()
    await world.waitUntilSettled()
    expect(world.receiver.calls).toHaveLength(1)
    await world.clock.advance(5 * MINUTE)
    await world.clock.advance(30 * MINUTE)
    expect(world.receiver.events).toHaveLength(0)
    await world.clock.advance(2 * HOUR)
    expect(world.deliveredEvents('customer.created')).toHaveLength(1)
    expect(world.receiver.calls).toHaveLength(4)
    expect(new Set(world.receiver.calls.map(({ signature }) => signature)).size).toBe(4)
    expect(new Set(world.receiver.calls.map(({ body }) => (JSON.parse(body) as { id: string }).id)).size).toBe(1)
    expect((await world.stripe.events.list({ delivery_success: true })).data).toHaveLength(1)
  })

  it('retries end after three days, and a webhook can be resent manually', async () => {
    const world = await stripeWorld()
    world.receiver.statuses.push(...Array.from({ length: 100 }, () => 500))
    await world.stripe.customers.create()
    await world.clock.advance(4 * DAY)
    const tried = world.receiver.calls.length
    expect(tried).toBeGreaterThan(8)
    await world.clock.advance(30 * DAY)
    expect(world.receiver.calls).toHaveLength(tried)
    const [event] = (await world.stripe.events.list({ type: 'customer.created' })).data
    expect(event).toMatchObject({ pending_webhooks: 1 })
    world.receiver.statuses.length = 0
    await world.control(`events/${event!.id}/deliver`)
    await world.waitUntilSettled()
    expect(world.deliveredEvents('customer.created')).toHaveLength(1)
  })

  it('an event contains the request and its key, or null without a request', async () => {
    const world = await stripeWorld()
    await world.stripe.customers.create({}, { idempotencyKey: 'cus:org-1' })
    await subscribeCustomer(world)
    await world.clock.advance(31 * DAY)
    await world.waitUntilSettled()
    expect(world.deliveredEvents('customer.created')[0]!.request).toEqual({
      id: expect.stringMatching(/^req_/),
      idempotency_key: 'cus:org-1',
    })
    expect(world.deliveredEvents('customer.subscription.updated')[0]).toMatchObject({
      request: { id: null, idempotency_key: null },
      data: { previous_attributes: { items: {}, latest_invoice: expect.stringMatching(/^in_/) } },
    })
    const { data } = await world.stripe.events.list({ types: ['invoice.*'], limit: 2 })
    expect(data.every(({ type }) => type.startsWith('invoice.'))).toBe(true)
    expect(await world.stripe.events.retrieve(data[0]!.id)).toEqual(expect.objectContaining({ id: data[0]!.id }))
  })
})

describe('a restart', () => {
  it('keys, customers, undelivered webhooks and missed due tasks survive a restart', async () => {
    const world = await stripeWorld()
    const { customer } = await subscribeCustomer(world)
    await world.waitUntilSettled()
    world.receiver.statuses.push(500)
    await world.stripe.customers.update(customer.id, { name: 'Ada' })
    await world.waitUntilSettled()
    const next = await world.restart()
    expect(next.running).toMatchObject({ apiKey: world.running.apiKey, webhookSecret: world.running.webhookSecret })
    expect(await next.stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Ada' })
    expect((await next.stripe.prices.list()).data).toHaveLength(3)
    expect((await next.stripe.billingPortal.configurations.list()).data).toHaveLength(1)
    expect(next.deliveredEvents('customer.updated')).toHaveLength(0)
    await next.clock.advance(32 * DAY)
    await next.waitUntilSettled()
    expect(next.deliveredEvents('customer.updated')).toHaveLength(1)
    expect(next.deliveredEvents('invoice.paid')).toHaveLength(2)
  })
})
