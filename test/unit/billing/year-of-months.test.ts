import { PRODUCTS } from '@signet/ledger'
import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { directTable } from '../../support/direct-table.ts'
import { scaled } from '../../support/scale.ts'
import { brokenInvariants, ledgerState } from '../ledger/ledger-invariants.ts'
import { billingWorld } from './billing-world.ts'
import { finalState } from './final-state.ts'

const DAY = 86_400_000
type Product = 'pro' | 'agency'

/**
 * Fate of a month's payment. `failed`: the refund fails. `wonLate`: a dispute is opened in the month and won at the end
 * of the next. `refundLate`: refunded after the next renewal.
 */
const fates = fc.constantFrom('kept', 'part', 'refund', 'lost', 'won', 'wonLate', 'refundLate', 'failed')
const years = fc.record({
  product: fc.constantFrom<Product>('pro', 'agency'),
  months: fc.array(fates, { minLength: 12, maxLength: 12 }),
  order: fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }),
})
type Year = typeof years extends fc.Arbitrary<infer Each> ? Each : never
type Arrange = (events: readonly Stripe.Event[]) => readonly Stripe.Event[]

const REVERSED_FATES = ['refund', 'lost', 'wonLate']

/** Runs a year of renewals by the clock. Each group of events is delivered in the given order. */
const runYear = async ({ product, months }: Year, arrange: Arrange) => {
  const table = await directTable({ now: () => 0 })
  const world = billingWorld(table.db)
  const { acts, clock } = world
  const customer = await world.customerOf('org')
  const { cents } = PRODUCTS[product]
  const deliverEvents = async () => {
    for (const event of arrange(world.events.splice(0))) await world.deliver(event)
    await world.catchUp()
    expect(brokenInvariants(ledgerState(table.rows().filter(({ pk }) => pk === 'CR#org')))).toEqual([])
  }
  const plan = acts.buyPlan(customer, product)
  let { payment } = plan
  let openDispute: string | undefined
  for (const fate of months) {
    await deliverEvents()
    clock.advance(5 * DAY)
    if (fate === 'part') acts.refund(payment, 1_000)
    if (fate === 'refund') acts.refund(payment, cents)
    if (fate === 'failed') acts.failRefund(acts.refund(payment, cents))
    const dispute = ['lost', 'won', 'wonLate'].includes(fate) ? acts.dispute(payment, cents) : undefined
    if (dispute && fate !== 'wonLate') acts.closeDispute(dispute, fate === 'won' ? 'won' : 'lost')
    await deliverEvents()
    const account = await world.account('org')
    const tier = await world.tier('org')
    // I17: a reversed month leaves neither a plan nor its own credits.
    const isPaid = !REVERSED_FATES.includes(fate)
    expect([fate, tier?.sku ?? null, account.plan]).toEqual([fate, isPaid ? product : null, isPaid ? product : 'free'])
    if (!isPaid) expect(account.subscription).toBe(0)
    // I18: nothing is owed for a month, and welcome credits remain.
    expect([account.owed, account.welcome]).toEqual([0, 50])
    clock.advance(26 * DAY)
    const previousPayment = payment
    if (openDispute) acts.closeDispute(openDispute, 'won')
    openDispute = fate === 'wonLate' ? dispute : undefined
    payment = acts.renew(plan.id).payment
    // Delivered in a separate hour: at Agency's cap, the order of a restored and a reversed month matters.
    await deliverEvents()
    if (fate === 'refundLate') acts.refund(previousPayment, cents)
  }
  await deliverEvents()
  // Each shop continues the ids of the one before.
  const ids = new Map<string, string>()
  return JSON.stringify(finalState(table.rows())).replaceAll(/([a-z]+)_(\d{6})/g, (name, kind: string) => {
    const stableId = ids.get(name) ?? `${kind}_${ids.size}`
    ids.set(name, stableId)
    return stableId
  })
}

it(
  "a year of renewals with reversals satisfies I1 to I18 in any order of each hour's events",
  async () => {
    await fc.assert(
      fc.asyncProperty(years, async (year) => {
        const shuffled: Arrange = (events) =>
          [...events, ...events]
            .map((event, i) => [year.order[i % year.order.length] ?? 0, event] as const)
            .sort(([a], [b]) => a - b)
            .map(([, event]) => event)
        expect(await runYear(year, shuffled)).toEqual(await runYear(year, (events) => events))
      }),
      { numRuns: scaled(2, 100), seed: 20_261_125 },
    )
  },
  scaled(120_000, 3_600_000),
)
