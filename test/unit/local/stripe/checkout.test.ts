import { describe, expect, it } from 'vitest'
import { DAY, freshWorlds, HOUR, priceId, stripeWorld, subscribeCustomer } from './stripe-world.ts'

freshWorlds()

describe('a checkout', () => {
  it('payment creates the subscription and sends signed webhooks', async () => {
    const world = await stripeWorld()
    const { customer, session, answer } = await subscribeCustomer(world)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://127.0.0.1:9/done?session=${session.id}`)
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      client_reference_id: 'org-1',
    })
    const subscription = await world.stripe.subscriptions.retrieve(String(session.subscription), {
      expand: ['latest_invoice.payments', 'customer'],
    })
    expect(subscription).toMatchObject({
      status: 'active',
      metadata: { orgId: 'org-1', sku: 'pro' },
      customer: { id: customer.id, email: 'ada@example.com' },
      latest_invoice: { status: 'paid', billing_reason: 'subscription_create', amount_paid: 2900 },
    })
    const period = subscription.items.data[0]!
    expect(new Date(period.current_period_end * 1000).toISOString()).toBe('2026-02-10T12:00:00.000Z')
    await world.waitUntilSettled()
    const [completed] = world.deliveredEvents('checkout.session.completed')
    expect(completed).toMatchObject({
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: session.id } },
    })
    for (const type of [
      'invoice.paid',
      'customer.subscription.created',
      'payment_intent.succeeded',
      'payment_method.attached',
    ])
      expect(world.deliveredEvents(type), type).toHaveLength(1)
  })

  it('a declined card leaves no subscription, and another card can pay', async () => {
    const world = await stripeWorld()
    const { session, answer } = await subscribeCustomer(world, '4000 0000 0000 0002')
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Your card was declined.')
    expect(session).toMatchObject({ status: 'open', subscription: null })
    const { data } = await world.stripe.subscriptions.list({ status: 'all' })
    expect(data).toEqual([])
    const secondTry = await world.submit(session.url!, { number: '4242424242424242', action: 'pay' })
    expect(secondTry.status).toBe(303)
    const thirdTry = await world.submit(session.url!, { number: '4242424242424242', action: 'pay' })
    expect(await thirdTry.text()).toContain('You were not charged again.')
    expect((await world.stripe.subscriptions.list()).data).toHaveLength(1)
  })

  it('a card that requires authentication can be refused and then approved', async () => {
    const world = await stripeWorld()
    const { session, answer } = await subscribeCustomer(world, '4000 0025 0000 3155')
    expect(answer.status).toBe(303)
    const confirm = answer.headers.get('location')!
    expect(confirm).toBe(`/checkout/${session.id}/confirm`)
    expect(await (await fetch(new URL(confirm, world.url))).text()).toContain('Confirm your identity')
    const refused = await world.submit(confirm, { answer: 'fail' })
    expect(await refused.text()).toContain(`action="/checkout/${session.id}"`)
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    await world.submit(session.url!, { number: '4000002500003155', action: 'pay' })
    const approved = await world.submit(confirm, { answer: 'approve' })
    expect(approved.headers.get('location')).toContain('/done')
    expect((await world.stripe.subscriptions.list()).data[0]).toMatchObject({ status: 'active' })
  })

  it('a credit pack is paid once, and the card is saved on request', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    const customer = await stripe.customers.create({ email: 'ada@example.com' })
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      line_items: [{ price: await priceId(stripe, 'agent-credits-500'), quantity: 1 }],
      success_url: 'http://127.0.0.1:9/done',
      payment_intent_data: { setup_future_usage: 'off_session', metadata: { kind: 'credit_pack' } },
    })
    const declined = await world.submit(session.url!, { number: '4000000000000002', action: 'pay' })
    expect(await declined.text()).toContain('Your card was declined.')
    await world.submit(session.url!, { number: '4242424242424242', action: 'pay' })
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items'],
    })
    expect(paid).toMatchObject({
      payment_status: 'paid',
      payment_intent: {
        status: 'succeeded',
        amount_received: 1250,
        metadata: { kind: 'credit_pack' },
        latest_charge: { paid: true },
      },
      line_items: { data: [{ amount_total: 1250 }] },
    })
    expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1)
    await world.waitUntilSettled()
    expect(world.deliveredEvents('payment_intent.payment_failed')).toHaveLength(1)
  })

  it('a bank debit succeeds or fails days later', async () => {
    const world = await stripeWorld()
    const { session } = await subscribeCustomer(world, '000123456789')
    expect(session).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    await world.clock.advance(5 * DAY)
    await world.waitUntilSettled()
    expect(world.deliveredEvents('checkout.session.async_payment_succeeded')).toHaveLength(1)
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid')
    await subscribeCustomer(world, '000222222227')
    await world.clock.advance(5 * DAY)
    await world.waitUntilSettled()
    expect(world.deliveredEvents('checkout.session.async_payment_failed')).toHaveLength(1)
  })

  it('an unpaid session expires after a day, or immediately by an API call', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    const create = async () =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: await priceId(stripe, 'agent-credits-500'), quantity: 1 }],
        success_url: 'http://127.0.0.1:9/done',
      })
    const first = await create()
    const second = await create()
    await stripe.checkout.sessions.expire(second.id)
    await world.clock.advance(24 * HOUR)
    await world.waitUntilSettled()
    expect(
      world
        .deliveredEvents('checkout.session.expired')
        .map(({ data }) => (data.object as { id: string }).id)
        .sort(),
    ).toEqual([first.id, second.id].sort())
    const page = await fetch(first.url!)
    expect(page.status).toBe(410)
    expect(await page.text()).toContain('expired')
    await expect(stripe.checkout.sessions.expire(second.id)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
    })
  })

  it('cancel redirects to the product', async () => {
    const world = await stripeWorld()
    const { session } = await subscribeCustomer(world, '4000000000000002')
    const answer = await world.submit(session.url!, { action: 'cancel' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://127.0.0.1:9/back'])
  })
})
