import { describe, expect, test } from 'vitest'
import { imagesUrl } from '../../support/agents.ts'
import { generate } from '../../support/jobs.ts'
import {
  atTheBank,
  billingBecomes,
  billingOf,
  buyCredits,
  checkout,
  creditsIn,
  stripeDashboard,
  subscriber,
  withSavedCard,
} from '../../support/payments.ts'

const becomes = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { timeout: 30_000 }).toEqual(wanted)

/** A buyer of 500 credits, and the payment. */
const buyer = async () => {
  const { person, org } = await withSavedCard()
  const { paymentId } = (await buyCredits(person, 'pack')).body
  const intent = await (await stripeDashboard()).paymentIntents.retrieve(paymentId)
  const purchased = () => creditsIn(person, org, 'purchased')
  await becomes(purchased, 500)
  return { person, org, paymentId, charge: String(intent.latest_charge), purchased }
}

describe('money that goes back', () => {
  test('of a pack takes the credits along that it had paid for, a part for a part', async () => {
    const { purchased, paymentId } = await buyer()
    const stripe = await stripeDashboard()
    await stripe.refunds.create({ payment_intent: paymentId, amount: 625 })
    await becomes(purchased, 250)
    await stripe.refunds.create({ payment_intent: paymentId })
    await becomes(purchased, 0)
  })

  test('by a dispute does, too, and comes back with the credits when it is won; the plan is another matter', async () => {
    const { person, purchased, charge } = await buyer()
    const { id } = await atTheBank<{ id: string }>('/disputes', { charge })
    await becomes(purchased, 0)
    await atTheBank(`/disputes/${id}/close`, { outcome: 'won' })
    await becomes(purchased, 500)
    expect((await billingOf(person)).tier).toBe('pro')
  })
})

/** A subscriber of Pro, with the payment of the month. */
const proMonth = async () => {
  const { person, org } = await subscriber()
  await becomes(() => creditsIn(person, org, 'subscription'), 1000)
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
  return { person, stripe, payment, charge, ultra, left: () => creditsIn(person, org, 'subscription') }
}

describe('money of a month that goes back', () => {
  test('by a dispute ends the plan, its credits and its classes; lost, they stay away', async () => {
    const { person, charge, ultra, left } = await proMonth()
    // The plan lets it in; whether the model is unlocked is another matter.
    expect((await ultra()).status).not.toBe(402)
    const { id } = await atTheBank<{ id: string }>('/disputes', { charge })
    await billingBecomes(person, { tier: 'free', plan: null })
    await becomes(left, 0)
    const refused = await ultra()
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'plan_required' }])
    await atTheBank(`/disputes/${id}/close`, { outcome: 'lost' })
    const again = await checkout(person)
    expect([again.status, again.body.code, again.body.currentTier]).toEqual([409, 'already_subscribed', 'free'])
    expect(await billingOf(person)).toMatchObject({ tier: 'free' })
    expect(await left()).toBe(0)
  })

  test('comes again with the plan and its credits when the dispute is won', async () => {
    const { person, charge, left } = await proMonth()
    const { id } = await atTheBank<{ id: string }>('/disputes', { charge })
    await billingBecomes(person, { tier: 'free' })
    await becomes(left, 0)
    await atTheBank(`/disputes/${id}/close`, { outcome: 'won' })
    await billingBecomes(person, { tier: 'pro' })
    await becomes(left, 1000)
  })

  test('by refunds ends them once nothing of the price is left', async () => {
    const { person, stripe, payment, left } = await proMonth()
    await stripe.refunds.create({ payment_intent: payment, amount: 900 })
    await billingBecomes(person, { tier: 'pro' })
    expect(await left()).toBe(1000)
    await stripe.refunds.create({ payment_intent: payment })
    await billingBecomes(person, { tier: 'free', plan: null })
    await becomes(left, 0)
  })
})
