import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { DAY, freshWorlds, HOUR, priceId, type StripeWorld, stripeWorld, subscribeCustomer } from './stripe-world.ts'

freshWorlds()

const onlySubscription = async ({ stripe }: StripeWorld): Promise<Stripe.Subscription> =>
  (await stripe.subscriptions.list({ status: 'all' })).data[0]!

const periodEndOf = (subscription: Stripe.Subscription): string =>
  new Date(subscription.items.data[0]!.current_period_end * 1000).toISOString()

const advanceTo = (world: StripeWorld, time: string) => world.clock.advance(Date.parse(time) - world.clock.now())

const portalOf = async ({ stripe }: StripeWorld, customer: string) =>
  stripe.billingPortal.sessions.create({ customer, return_url: 'http://127.0.0.1:9/account' })

describe('a subscription', () => {
  it('a subscription renews monthly, and its invoice is collected one hour later', async () => {
    const world = await stripeWorld()
    await subscribeCustomer(world)
    await advanceTo(world, '2026-02-10T12:00:00Z')
    const renewed = await onlySubscription(world)
    expect(renewed.status).toBe('active')
    expect(periodEndOf(renewed)).toBe('2026-03-10T12:00:00.000Z')
    expect(await world.stripe.invoices.retrieve(String(renewed.latest_invoice))).toMatchObject({ status: 'draft' })
    await world.clock.advance(HOUR)
    await world.waitUntilSettled()
    const cycle = world.deliveredEvents('invoice.paid').map(({ data }) => data.object as Stripe.Invoice)
    expect(cycle.map(({ billing_reason }) => billing_reason)).toEqual(['subscription_create', 'subscription_cycle'])
    expect(cycle[1]).toMatchObject({
      amount_paid: 2900,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: renewed.id, metadata: { sku: 'pro' } },
      },
      lines: {
        data: [
          {
            period: {
              start: Date.parse('2026-02-10T12:00:00Z') / 1000,
              end: Date.parse('2026-03-10T12:00:00Z') / 1000,
            },
          },
        ],
      },
    })
    expect(cycle[1]).not.toHaveProperty('subscription')
    await advanceTo(world, '2026-06-10T14:00:00Z')
    expect((await world.stripe.invoices.list({ subscription: renewed.id, status: 'paid' })).data).toHaveLength(6)
  })

  it('renewals stay on the day of the month on which the subscription started', async () => {
    const world = await stripeWorld({ start: '2026-01-31T23:30:00Z' })
    await subscribeCustomer(world)
    const ends: string[] = []
    for (let i = 0; i < 5; i++) {
      const subscription = await onlySubscription(world)
      ends.push(periodEndOf(subscription))
      await advanceTo(world, periodEndOf(subscription))
    }
    expect(ends.map((end) => end.slice(0, 16))).toEqual([
      '2026-02-28T23:30',
      '2026-03-31T23:30',
      '2026-04-30T23:30',
      '2026-05-31T23:30',
      '2026-06-30T23:30',
    ])
  })

  it('a cancellation takes effect at the end of the period, unless it is withdrawn', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    await subscribeCustomer(world)
    const { id } = await onlySubscription(world)
    const ending = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(ending).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: ending.items.data[0]!.current_period_end,
    })
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await advanceTo(world, '2026-02-10T14:00:00Z')
    expect(await onlySubscription(world)).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await advanceTo(world, '2026-03-10T12:00:00Z')
    await world.waitUntilSettled()
    expect(await onlySubscription(world)).toMatchObject({
      status: 'canceled',
      ended_at: Date.parse('2026-03-10T12:00:00Z') / 1000,
    })
    expect(world.deliveredEvents('customer.subscription.deleted')).toHaveLength(1)
    expect((await stripe.subscriptions.list()).data).toEqual([])
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('a failed renewal is retried on days 3, 5 and 7, and then ends the subscription', async () => {
    const world = await stripeWorld()
    await subscribeCustomer(world, '4000 0000 0000 0341')
    await advanceTo(world, '2026-02-10T14:00:00Z')
    await world.waitUntilSettled()
    expect(await onlySubscription(world)).toMatchObject({ status: 'past_due' })
    const failed = () =>
      world.deliveredEvents('invoice.payment_failed').map(({ data }) => data.object as Stripe.Invoice)
    expect(failed()[0]).toMatchObject({
      attempt_count: 1,
      next_payment_attempt: Date.parse('2026-02-13T13:00:00Z') / 1000,
    })
    await world.clock.advance(5 * DAY)
    await world.waitUntilSettled()
    expect(failed()).toHaveLength(3)
    expect(await onlySubscription(world)).toMatchObject({ status: 'past_due' })
    await world.clock.advance(2 * DAY)
    await world.waitUntilSettled()
    expect(failed().at(-1)).toMatchObject({ attempt_count: 4, next_payment_attempt: null })
    expect(await onlySubscription(world)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
  })

  it('a failed renewal becomes unpaid if the account is configured so, and further invoices are not collected', async () => {
    const world = await stripeWorld({ policy: { afterRetries: 'unpaid' } })
    await subscribeCustomer(world, '4000 0000 0000 0341')
    await advanceTo(world, '2026-04-01T00:00:00Z')
    const { data } = await world.stripe.invoices.list({ status: 'draft' })
    expect(await onlySubscription(world)).toMatchObject({ status: 'unpaid' })
    expect(data).toHaveLength(1)
  })

  it('a new card in the portal recovers a past due subscription', async () => {
    const world = await stripeWorld()
    const { customer } = await subscribeCustomer(world, '4000 0000 0000 0341')
    await advanceTo(world, '2026-02-10T14:00:00Z')
    const portal = await portalOf(world, customer.id)
    expect(await (await fetch(portal.url)).text()).toContain('past_due')
    const declined = await world.submit(portal.url, { action: 'method', number: '4000000000000002' })
    expect(await declined.text()).toContain('Your card was declined.')
    expect((await world.submit(portal.url, { action: 'method', number: '4242424242424242' })).status).toBe(303)
    const { data } = await world.stripe.invoices.list({ status: 'open' })
    expect((await world.submit(portal.url, { action: 'pay', invoice: data[0]!.id! })).status).toBe(303)
    await world.waitUntilSettled()
    expect(await onlySubscription(world)).toMatchObject({ status: 'active' })
    expect(world.deliveredEvents('invoice.paid')).toHaveLength(2)
    expect(await world.stripe.customers.retrieve(customer.id)).toMatchObject({
      delinquent: false,
      invoice_settings: { default_payment_method: (await onlySubscription(world)).default_payment_method },
    })
  })

  it('a subscription is canceled and kept in the portal, whose link expires after an hour', async () => {
    const world = await stripeWorld()
    const { customer } = await subscribeCustomer(world)
    const { id } = await onlySubscription(world)
    const portal = await portalOf(world, customer.id)
    await world.submit(portal.url, { action: 'cancel', subscription: id })
    expect(await onlySubscription(world)).toMatchObject({ cancel_at_period_end: true })
    expect(await (await fetch(portal.url)).text()).toContain('ends on 2026-02-10')
    await world.submit(portal.url, { action: 'keep', subscription: id })
    expect(await onlySubscription(world)).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    const stranger = await world.stripe.customers.create()
    const otherPortal = await portalOf(world, stranger.id)
    const foreign = await world.submit(otherPortal.url, { action: 'cancel', subscription: id })
    expect(await foreign.text()).toContain('This can no longer be changed.')
    expect(await onlySubscription(world)).toMatchObject({ cancel_at_period_end: false })
    await world.clock.advance(HOUR)
    const expired = await fetch(portal.url)
    expect([expired.status, (await expired.text()).includes('http://127.0.0.1:9/account')]).toEqual([410, true])
  })

  it('a subscription that requires authentication is incomplete and expires', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    const customer = await stripe.customers.create()
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id })
    const params = { customer: customer.id, items: [{ price: await priceId(stripe, 'pro') }] }
    await expect(stripe.subscriptions.create(params)).rejects.toMatchObject({ code: 'resource_missing' })
    const created = await stripe.subscriptions.create({
      ...params,
      default_payment_method: method.id,
      off_session: true,
    })
    await world.waitUntilSettled()
    expect(created).toMatchObject({ status: 'incomplete' })
    expect(world.deliveredEvents('invoice.payment_action_required')).toHaveLength(1)
    await world.clock.advance(DAY)
    expect(await onlySubscription(world)).toMatchObject({ status: 'incomplete_expired' })
  })

  it('the portal offers the features of its configuration', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    const { customer } = await subscribeCustomer(world)
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        customer_update: { enabled: true, allowed_updates: ['email', 'address'] },
        invoice_history: { enabled: false },
        subscription_cancel: { enabled: false },
      },
      metadata: { signet: '1' },
    })
    expect(configuration).toMatchObject({
      is_default: false,
      features: { payment_method_update: { enabled: false }, subscription_update: { enabled: false } },
    })
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
    })
    const page = await (await fetch(portal.url)).text()
    expect([page.includes('Card number'), page.includes('Cancel at the end'), page.includes('SIGNET-')]).toEqual([
      false,
      false,
      false,
    ])
    const { id } = await onlySubscription(world)
    const canceled = await world.submit(portal.url, { action: 'cancel', subscription: id })
    expect(await canceled.text()).toContain('This can no longer be changed.')
    const wrong = await world.submit(portal.url, { action: 'email', email: '<b>' })
    expect(await wrong.text()).toContain('Enter an email address')
    await world.submit(portal.url, { action: 'email', email: '"ada&"@example.com' })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: '"ada&"@example.com' })
    expect(await (await fetch(portal.url)).text()).toContain('value="&quot;ada&amp;&quot;@example.com"')
    await stripe.billingPortal.configurations.update(configuration.id, {
      active: false,
      features: { subscription_cancel: { enabled: true } },
    })
    expect(
      (await stripe.billingPortal.configurations.list({ active: true })).data.map(({ is_default }) => is_default),
    ).toEqual([true])
    await expect(
      stripe.billingPortal.sessions.create({ customer: customer.id, configuration: configuration.id }),
    ).rejects.toMatchObject({ param: 'configuration' })
  })

  it('an invoice that requires authentication can be paid in the portal', async () => {
    const world = await stripeWorld()
    const { session, customer, answer } = await subscribeCustomer(world, '4000 0027 6000 3184')
    await world.submit(answer.headers.get('location')!, { answer: 'approve' })
    expect((await world.stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
    await advanceTo(world, '2026-02-10T14:00:00Z')
    expect(await onlySubscription(world)).toMatchObject({ status: 'past_due' })
    const portal = await portalOf(world, customer.id)
    const { data } = await world.stripe.invoices.list({ status: 'open' })
    const redirect = await world.submit(portal.url, { action: 'pay', invoice: data[0]!.id! })
    await world.submit(redirect.headers.get('location')!, { answer: 'approve' })
    expect(await onlySubscription(world)).toMatchObject({ status: 'active' })
    expect(await world.stripe.invoices.retrieve(data[0]!.id!)).toMatchObject({ status: 'paid' })
  })

  it('a price can change without proration, and an API call cancels the subscription immediately', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    await subscribeCustomer(world)
    const subscription = await onlySubscription(world)
    const item = { id: subscription.items.data[0]!.id, price: await priceId(stripe, 'agency') }
    await expect(stripe.subscriptions.update(subscription.id, { items: [item] })).rejects.toMatchObject({
      param: 'proration_behavior',
    })
    const changed = await stripe.subscriptions.update(subscription.id, { items: [item], proration_behavior: 'none' })
    expect(changed.items.data[0]).toMatchObject({
      id: item.id,
      price: { lookup_key: 'agency' },
      plan: { amount: 7500 },
    })
    const ended = await stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false })
    expect(ended.status).toBe('canceled')
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' })
  })
})
