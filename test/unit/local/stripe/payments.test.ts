import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { DAY, freshWorlds, type StripeWorld, stripeWorld, subscribeCustomer } from './stripe-world.ts'

freshWorlds()

const withCard = async ({ stripe }: StripeWorld, name: string) => {
  const { id: customer } = await stripe.customers.create()
  const { id: payment_method } = await stripe.paymentMethods.attach(name, { customer })
  return { customer, payment_method }
}

const buy = ({ stripe }: StripeWorld, payer: { customer: string; payment_method: string }, idempotencyKey: string) =>
  stripe.paymentIntents.create(
    {
      ...payer,
      amount: 1250,
      currency: 'usd',
      off_session: true,
      confirm: true,
      metadata: { kind: 'credit_pack', packId: 'agent-credits-500' },
    },
    { idempotencyKey },
  )

describe('a payment without the customer present', () => {
  it('a payment succeeds, is found by its metadata, and can be refunded in parts', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    const card = await withCard(world, 'pm_card_visa')
    const paid = await buy(world, card, 'k1')
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1250, payment_method: card.payment_method })
    expect((await buy(world, card, 'k1')).id).toBe(paid.id)
    const query = `metadata['kind']:'credit_pack' AND customer:'${card.customer}' AND status:'succeeded'`
    expect((await stripe.paymentIntents.search({ query })).data.map(({ id }) => id)).toEqual([paid.id])
    expect((await stripe.paymentIntents.search({ query: "metadata['kind']:'other'" })).data).toEqual([])
    await expect(stripe.paymentIntents.search({ query: '((' })).rejects.toMatchObject({ param: 'query' })

    const partialRefund = await stripe.refunds.create({
      payment_intent: paid.id,
      amount: 250,
      metadata: { why: 'part' },
    })
    expect(partialRefund).toMatchObject({ amount: 250, charge: paid.latest_charge, status: 'succeeded' })
    await expect(stripe.refunds.create({ payment_intent: paid.id, amount: 1001 })).rejects.toMatchObject({
      param: 'amount',
    })
    await stripe.refunds.create({ charge: String(paid.latest_charge), reason: 'requested_by_customer' })
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const charge = await stripe.charges.retrieve(String(paid.latest_charge), { expand: ['refunds'] })
    expect(charge).toMatchObject({
      refunded: true,
      amount_refunded: 1250,
      refunds: { data: [{ amount: 1000 }, { amount: 250 }] },
    })
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(2)
    await world.waitUntilSettled()
    expect(world.deliveredEvents('charge.refunded')).toHaveLength(2)
    expect(world.deliveredEvents('refund.created')).toHaveLength(2)
  })

  it.each([
    ['pm_card_chargeDeclined', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['pm_card_chargeDeclinedInsufficientFunds', { code: 'card_declined', decline_code: 'insufficient_funds' }],
    ['pm_card_chargeCustomerFail', { code: 'card_declined', decline_code: 'generic_decline' }],
    ['pm_card_authenticationRequired', { code: 'authentication_required', decline_code: 'authentication_required' }],
  ])('%s is declined with its reason, and the intent is stored and replayed', async (name, reason) => {
    const world = await stripeWorld()
    const card = await withCard(world, name)
    const error = await buy(world, card, 'k').catch((caught: Stripe.errors.StripeCardError) => caught)
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, ...reason })
    const { payment_intent } = error as Stripe.errors.StripeCardError
    const stored = await world.stripe.paymentIntents.retrieve(payment_intent!.id)
    expect(stored).toMatchObject({ status: 'requires_payment_method', last_payment_error: reason })
    await expect(buy(world, card, 'k')).rejects.toMatchObject({ statusCode: 402, payment_intent: { id: stored.id } })
    await world.waitUntilSettled()
    expect(world.deliveredEvents('payment_intent.payment_failed')).toHaveLength(1)
  })

  it('a bank debit is processing for four days and then succeeds', async () => {
    const world = await stripeWorld()
    const paid = await buy(world, await withCard(world, 'pm_usBankAccount_success'), 'k')
    expect(paid.status).toBe('processing')
    await world.clock.advance(4 * DAY)
    expect((await world.stripe.paymentIntents.retrieve(paid.id)).status).toBe('succeeded')
  })

  it('an intent can be created, confirmed with the holder present, and authenticated on a page', async () => {
    const world = await stripeWorld()
    const { stripe } = world
    const card = await withCard(world, 'pm_card_authenticationRequired')
    const intent = await stripe.paymentIntents.create({ customer: card.customer, amount: 2000, currency: 'usd' })
    expect(intent.status).toBe('requires_payment_method')
    const confirmed = await stripe.paymentIntents.confirm(intent.id, { payment_method: card.payment_method })
    expect(confirmed).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    await world.submit(confirmed.next_action!.redirect_to_url!.url!, { answer: 'approve' })
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  it("another customer's method, an amount below the minimum, and off_session without confirm are rejected", async () => {
    const world = await stripeWorld()
    const ownCard = await withCard(world, 'pm_card_visa')
    const otherCard = await withCard(world, 'pm_card_visa')
    await expect(buy(world, { ...ownCard, payment_method: otherCard.payment_method }, 'k')).rejects.toMatchObject({
      param: 'payment_method',
    })
    const { paymentIntents } = world.stripe
    const paymentParams = { ...ownCard, currency: 'usd' }
    await expect(paymentIntents.create({ ...paymentParams, amount: 49 })).rejects.toMatchObject({
      code: 'amount_too_small',
    })
    await expect(paymentIntents.create({ ...paymentParams, amount: 50, off_session: true })).rejects.toMatchObject({
      param: 'off_session',
    })
  })
})

describe('actions outside the API', () => {
  it('a planned failure declines the next charge of one customer only', async () => {
    const world = await stripeWorld()
    const one = await withCard(world, 'pm_card_visa')
    const other = await withCard(world, 'pm_card_visa')
    await world.control('fail-next', { customer: one.customer })
    expect((await buy(world, other, 'a')).status).toBe('succeeded')
    await expect(buy(world, one, 'b')).rejects.toMatchObject({ code: 'card_declined' })
    expect((await buy(world, one, 'c')).status).toBe('succeeded')
  })

  it('a dispute blocks refunds until it is closed', async () => {
    const world = await stripeWorld()
    const paid = await buy(world, await withCard(world, 'pm_card_visa'), 'k')
    const opened = (await (await world.control('disputes', { charge: paid.latest_charge })).json()) as Stripe.Dispute
    expect(await world.stripe.disputes.retrieve(opened.id)).toMatchObject({
      status: 'needs_response',
      payment_intent: paid.id,
    })
    await expect(world.stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await world.control(`disputes/${opened.id}/close`, { outcome: 'lost' })
    await world.waitUntilSettled()
    expect(world.deliveredEvents('charge.dispute.created')).toHaveLength(1)
    expect(world.deliveredEvents('charge.dispute.closed')[0]).toMatchObject({ data: { object: { status: 'lost' } } })
    expect((await world.control(`disputes/${opened.id}/close`, { outcome: 'won' })).status).toBe(400)
    expect((await world.control('disputes', { charge: 'ch_none' })).status).toBe(404)
  })

  it('a retry after a lost call or response returns the original outcome for the same key', async () => {
    const world = await stripeWorld()
    const card = await withCard(world, 'pm_card_visa')
    await world.control('outages', { status: 503 })
    await expect(buy(world, card, 'lost')).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 503 })
    // The SDK itself retries an ended connection once.
    await world.control('outages', { status: 0, when: 'after', times: 2 })
    await expect(buy(world, card, 'lost')).rejects.toMatchObject({ type: 'StripeConnectionError' })
    const paid = await buy(world, card, 'lost')
    expect(paid.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await world.stripe.paymentIntents.list({ customer: card.customer })).data.map(({ id }) => id)).toEqual([
      paid.id,
    ])
    expect((await world.control('outages', { when: 'never' })).status).toBe(400)
  })

  it('an invoice can be refunded', async () => {
    const world = await stripeWorld()
    await subscribeCustomer(world)
    const [invoice] = (await world.stripe.invoices.list()).data
    const { data } = await world.stripe.invoicePayments.list({ invoice: invoice!.id! })
    expect((await world.control(`invoices/${invoice!.id}/refund`)).status).toBe(200)
    const payment_intent = String(data[0]!.payment.payment_intent)
    expect((await world.stripe.refunds.list({ payment_intent })).data[0]).toMatchObject({ amount: 2900 })
    const payments = await world.stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent } })
    expect(payments.data[0]).toMatchObject({ invoice: invoice!.id, status: 'paid', amount_paid: 2900 })
  })

  it('requests from a page of another origin return 403', async () => {
    const { url } = await stripeWorld()
    const answer = await fetch(`${url}/_local/deliveries`, { headers: { origin: 'https://evil.example' } })
    expect(answer.status).toBe(403)
  })
})
