import { describe, expect, test } from 'vitest'
import { imagesUrl } from '../../support/agents.ts'
import { generate } from '../../support/jobs.ts'
import {
  billingOf,
  buyCredits,
  buyerWithCard,
  callBankControl,
  checkout,
  creditsIn,
  newSubscriber,
  stripeDashboard,
  waitForBilling,
} from '../../support/payments.ts'

const expectEventually = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { timeout: 30_000 }).toEqual(wanted)

/** Creates a subscriber of Pro who has also bought 500 credits. Returns the person and the payment. */
const buyer = async () => {
  const { person, org } = await buyerWithCard()
  const { paymentId } = (await buyCredits(person, 'pack')).body
  const intent = await (await stripeDashboard()).paymentIntents.retrieve(paymentId)
  const purchased = () => creditsIn(person, org, 'purchased')
  await expectEventually(purchased, 500)
  return { person, org, paymentId, charge: String(intent.latest_charge), purchased }
}

describe('returned money of one-time purchases', () => {
  test('a refund of a pack takes back the proportional part of its credits', async () => {
    const { purchased, paymentId } = await buyer()
    const stripe = await stripeDashboard()
    await stripe.refunds.create({ payment_intent: paymentId, amount: 625 })
    await expectEventually(purchased, 250)
    await stripe.refunds.create({ payment_intent: paymentId })
    await expectEventually(purchased, 0)
  })

  test('a dispute takes back the credits, and returns them when it is won; the plan does not change', async () => {
    const { person, purchased, charge } = await buyer()
    const { id } = await callBankControl<{ id: string }>('/disputes', { charge })
    await expectEventually(purchased, 0)
    await callBankControl(`/disputes/${id}/close`, { outcome: 'won' })
    await expectEventually(purchased, 500)
    expect((await billingOf(person)).tier).toBe('pro')
  })
})

/** Creates a subscriber of Pro. Returns the payment of the month. */
const proMonth = async () => {
  const { person, org } = await newSubscriber()
  await expectEventually(() => creditsIn(person, org, 'subscription'), 1000)
  const stripe = await stripeDashboard()
  const customers = await stripe.customers.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const customer = String(customers.find(({ metadata }) => metadata.orgId === org)?.id)
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data
  const [paid] = (await stripe.invoicePayments.list({ invoice: String(invoice?.id), limit: 1 })).data
  const payment = String(paid?.payment.payment_intent)
  const charge = String((await stripe.paymentIntents.retrieve(payment)).latest_charge)
  const ultra = () =>
    generate(
      { prompt: 'a lighthouse', quality_tier: 'ultra' },
      { headers: { cookie: person.cookie, origin: new URL(imagesUrl()).origin } },
    )
  return { person, stripe, payment, charge, ultra, planCredits: () => creditsIn(person, org, 'subscription') }
}

describe('returned money of a paid month', () => {
  test('a dispute ends the plan, its credits and its quality tiers, and a lost one does not restore them', async () => {
    const { person, charge, ultra, planCredits } = await proMonth()
    // The plan allows the quality tier; whether the model is unlocked is not tested here.
    expect((await ultra()).status).not.toBe(402)
    const { id } = await callBankControl<{ id: string }>('/disputes', { charge })
    await waitForBilling(person, { tier: 'free', plan: null })
    await expectEventually(planCredits, 0)
    const refused = await ultra()
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'plan_required' }])
    await callBankControl(`/disputes/${id}/close`, { outcome: 'lost' })
    // The subscription continues at Stripe, although its refunded month gives no tier.
    const secondCheckout = await checkout(person)
    expect([secondCheckout.status, secondCheckout.body.code, secondCheckout.body.currentTier]).toEqual([
      409,
      'already_subscribed',
      'free',
    ])
    expect(await billingOf(person)).toMatchObject({ tier: 'free' })
    expect(await planCredits()).toBe(0)
  })

  test('a won dispute restores the plan and its credits', async () => {
    const { person, charge, planCredits } = await proMonth()
    const { id } = await callBankControl<{ id: string }>('/disputes', { charge })
    await waitForBilling(person, { tier: 'free' })
    await expectEventually(planCredits, 0)
    await callBankControl(`/disputes/${id}/close`, { outcome: 'won' })
    await waitForBilling(person, { tier: 'pro' })
    await expectEventually(planCredits, 1000)
  })

  test('refunds end the plan and its credits when the full price is refunded', async () => {
    const { person, stripe, payment, planCredits } = await proMonth()
    await stripe.refunds.create({ payment_intent: payment, amount: 900 })
    await waitForBilling(person, { tier: 'pro' })
    expect(await planCredits()).toBe(1000)
    await stripe.refunds.create({ payment_intent: payment })
    await waitForBilling(person, { tier: 'free', plan: null })
    await expectEventually(planCredits, 0)
  })
})
