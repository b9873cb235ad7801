import { quotas, Refusal, rowTable } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { customerTable } from '../../../lambdas/billing/accounts/customer-table.ts'
import { purchaseRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { buyCredits, type CreditPurchase, type PurchaseResult } from '../../../lambdas/billing/purchase/buy-credits.ts'
import { orderTable } from '../../../lambdas/billing/purchase/order-table.ts'
import { periodAt, purchaseQuotas } from '../../../lambdas/billing/purchase/purchase-limits.ts'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { directTable } from '../../support/direct-table.ts'
import { billingWorld } from './billing-world.ts'

const ORG = 'org'
/** The price of five packs of 1000 credits. */
const DAILY_CENTS = 10_000
const PURCHASE: CreditPurchase = { org: ORG, product: 'agent-credits-500', idempotencyKey: 'a-key', grantId: 'g' }
const HOUR = 3_600_000

/** Creates a shop with a customer who has saved a card, and the purchase as the route calls it. */
const openWorld = async ({ hasCard = true } = {}) => {
  const table = await directTable({ now: () => 0 })
  const world = billingWorld(table.db)
  const customer = await world.customerOf(ORG)
  if (hasCard) world.acts.attachCard(customer)
  await world.catchUp()
  const buying = (crash?: CrashPoint) => {
    const deps = world.settlingWithCrashes(crash)
    const tables = { db: deps.db, table: deps.table, now: deps.now }
    return buyCredits({
      ...deps,
      customers: customerTable(tables, 'test'),
      purchases: rowTable(purchaseRow, tables),
      orders: orderTable(tables, 'test', DAILY_CENTS),
    })
  }
  /** Returns the number of purchases in this hour and their cents in this day. */
  const used = async () => {
    const [hour, day] = purchaseQuotas(ORG, periodAt(world.clock.now()), { cents: 0, dailyCents: DAILY_CENTS })
    const meters = quotas(world.deps, '/')
    return [(await meters.read(hour)).used, (await meters.read(day)).used]
  }
  return {
    world,
    buying,
    used,
    buy: (members: Partial<CreditPurchase> = {}) => buying()({ ...PURCHASE, ...members }),
    charges: () => world.calls.filter((call) => call.startsWith('charge')),
    purchased: async () => (await world.account(ORG)).purchased,
  }
}

const orderOf = (bought: PurchaseResult | Refusal) => {
  if (bought instanceof Refusal) throw bought
  return bought.order
}

describe('credits bought with the saved card', () => {
  it('cost one charge per key under repeated calls, and the event adds nothing', async () => {
    const { world, buy, charges, purchased } = await openWorld()
    const results = await Promise.all(Array.from({ length: 6 }, () => buy()))
    expect(new Set(results.map((each) => orderOf(each).payment_id)).size).toBe(1)
    expect(await buy()).toMatchObject({ isReplay: true, order: { state: 'paid', grant_id: 'g' } })
    await world.catchUp()
    expect([charges(), await purchased()]).toEqual([['charge succeeded agent-credits-500'], 500])
  })

  it('need a key per purchase; the same key is refused for another pack', async () => {
    const { buy, purchased } = await openWorld()
    await buy()
    expect(await buy({ product: 'agent-credits-1000' })).toMatchObject({
      code: 'purchase_mismatch',
      extras: { packId: 'agent-credits-500' },
    })
    await buy({ product: 'agent-credits-1000', idempotencyKey: 'another' })
    expect(await purchased()).toBe(1500)
  })

  it('require a card, and write nothing without one', async () => {
    const { buy, used, world } = await openWorld({ hasCard: false })
    expect(await buy()).toMatchObject({ code: 'no_saved_card' })
    expect(await buy({ org: 'never-bought' })).toMatchObject({ code: 'no_saved_card' })
    expect(await used()).toEqual([0, 0])
    world.acts.attachCard(await world.customerOf(ORG))
    expect(await buy()).toMatchObject({ order: { state: 'paid' } })
  })

  it.each([
    ['no', 'insufficient_funds'],
    ['authenticate', 'authentication_required'],
  ] as const)('cost nothing and count on no limit if the bank declines (%s)', async (bankResponse, reason) => {
    const { world, buy, used, purchased } = await openWorld()
    world.acts.bankSays(bankResponse)
    expect(orderOf(await buy())).toMatchObject({ state: 'declined', reason })
    world.acts.bankSays('yes')
    // The key has its outcome; a new attempt needs a new key.
    expect(await buy()).toMatchObject({ isReplay: true, order: { state: 'declined', reason } })
    expect([await purchased(), await used()]).toEqual([0, [0, 0]])
    expect(orderOf(await buy({ idempotencyKey: 'again' }))).toMatchObject({ state: 'paid' })
    expect(await used()).toEqual([1, 1250])
  })

  it('stay pending while the bank decides, and are booked afterwards', async () => {
    const { world, buy, charges, purchased } = await openWorld()
    world.acts.bankSays('later')
    expect(orderOf(await buy())).toMatchObject({ state: 'pending', payment_id: expect.stringMatching(/^pi_/) })
    expect(orderOf(await buy())).toMatchObject({ state: 'pending' })
    expect(await purchased()).toBe(0)
    world.acts.bankDecides()
    await world.catchUp()
    expect(await purchased()).toBe(500)
    expect(orderOf(await buy())).toMatchObject({ state: 'paid' })
    expect([charges(), await purchased()]).toEqual([['charge processing agent-credits-500'], 500])
  })

  it('use another Stripe key for the next attempt after Stripe has replayed an error', async () => {
    const { world, buy, purchased } = await openWorld()
    world.acts.bankSays('stripe fails')
    await expect(buy()).rejects.toMatchObject({ isRepeated: false })
    world.acts.bankSays('yes')
    await expect(buy()).rejects.toMatchObject({ isRepeated: true })
    expect(orderOf(await buy())).toMatchObject({ state: 'paid', attempt: 1 })
    expect(await purchased()).toBe(500)
  })

  it('have exact limits per hour and per day under concurrent requests', async () => {
    const { world, buy, used, purchased } = await openWorld()
    const buyMany = (from: number) =>
      Promise.all(
        Array.from({ length: 9 }, (_, i) => buy({ product: 'agent-credits-1000', idempotencyKey: `key-${from + i}` })),
      )
    const refused = (await buyMany(0)).filter((each) => each instanceof Refusal)
    expect(refused).toHaveLength(4)
    for (const each of refused) expect(each).toMatchObject({ code: 'purchase_limit_reached', extras: { limit: 5 } })
    expect([await purchased(), await used()]).toEqual([5000, [5, DAILY_CENTS]])
    world.clock.advance(HOUR)
    expect(await buy({ idempotencyKey: 'next hour' })).toMatchObject({ extras: { limit: DAILY_CENTS } })
    world.clock.advance(24 * HOUR)
    expect(orderOf(await buy({ idempotencyKey: 'next day' }))).toMatchObject({ state: 'paid' })
  })

  it('have at most one charge, and one grant per charge, if the run is killed at any call', async () => {
    for (const isRequestRepeated of [true, false]) {
      const runs = await atEveryCall(crashPoint, async (crash, name) => {
        const { world, buying, buy, charges, purchased, used } = await openWorld()
        await buying(crash)(PURCHASE).catch((error: Error) => {
          if (error.name !== 'Killed') throw error
        })
        if (isRequestRepeated) expect(orderOf(await buy()), name).toMatchObject({ state: 'paid' })
        await world.catchUp()
        const paid = charges().length
        expect(paid, name).toBeLessThanOrEqual(1)
        if (isRequestRepeated) expect(paid, name).toBe(1)
        expect(await purchased(), name).toBe(500 * paid)
        if (isRequestRepeated) expect(await used(), name).toEqual([1, 1250])
        expect((await world.reconcile()).repaired, name).toBe(0)
      })
      expect(runs).toBeGreaterThan(6)
    }
  })
})
