import { describe, expect, test } from 'vitest'
import { atTheBank, billingOf, buyCredits, creditsIn, stripeDashboard, withSavedCard } from '../../support/payments.ts'

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
