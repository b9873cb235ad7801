import { expect } from 'vitest'
import { verifies } from '../spec/verifies.ts'
import { advanceAsleep, stackNow } from '../support/control.ts'
import {
  billingOf,
  buyCredits,
  buyerWithCard,
  checkout,
  creditsIn,
  newBuyer,
  payByForm,
  waitForBilling,
} from '../support/payments.ts'
import { asPerson, newSession, type Person } from '../support/people.ts'

const DAY_MS = 86_400_000

const downgrade = (person: Person) =>
  asPerson<{ effectiveAt: string; stripeAction: string }>(person, 'POST', '/api/billing/downgrade', { as: 'downgrade' })

/** Pays for a plan on Stripe's checkout page, and for credits with the saved card. */
const payByCard = async () => {
  const { person, org } = await newBuyer()
  expect(await billingOf(person)).toMatchObject({ tier: 'free', hasSavedCard: false })
  await payByForm((await checkout(person)).body.url)
  await waitForBilling(person, { tier: 'pro', hasSavedCard: true })
  expect((await buyCredits(person, 'first')).body).toMatchObject({ status: 'completed' })
  expect(await creditsIn(person, org, 'purchased')).toBe(500)
  return { person, renewsAt: (await billingOf(person)).renewsAt }
}

/** Cancels a plan, and pays for credits by bank debit, which takes days. */
const payByDebit = async () => {
  const { person, org } = await buyerWithCard('pm_usBankAccount_success')
  const { body } = await downgrade(person)
  expect(body.stripeAction).toBe('canceled')
  expect((await buyCredits(person, 'slow')).body.status).toBe('pending')
  expect(await creditsIn(person, org, 'purchased')).toBe(0)
  return { person, org, endsAt: body.effectiveAt }
}

verifies(
  ['PLA-3-1', 'PLA-4.10-12'],
  'a card payment is immediate; within a month a debit clears, a plan is renewed with credits, a canceled plan ends',
  async () => {
    const [renewing, ending] = await Promise.all([payByCard(), payByDebit()])
    await advanceAsleep(Date.parse(ending.endsAt) - (await stackNow()) + DAY_MS)
    // The sessions have expired.
    const renewedBuyer = await newSession(renewing.person)
    const canceledBuyer = await newSession(ending.person)
    await expect.poll(() => creditsIn(canceledBuyer, ending.org, 'purchased'), { timeout: 30_000 }).toBe(500)
    expect((await buyCredits(canceledBuyer, 'slow')).body.status).toBe('completed')
    await waitForBilling(canceledBuyer, { tier: 'free', plan: null, subscriptions: [] })
    expect((await downgrade(canceledBuyer)).status).toBe(400)
    await expect
      .poll(async () => (await billingOf(renewedBuyer)).renewsAt, { timeout: 30_000 })
      .not.toBe(renewing.renewsAt)
    await waitForBilling(renewedBuyer, { tier: 'pro', isPastDue: false, credits: { balance: 1550, held: 0 } })
  },
)
