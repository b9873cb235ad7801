import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { type BillingWorld, billingWorld } from './billing-world.ts'

const DAY = 86_400_000
let table: TableWorld
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

let orgs = 0
const openWorld = async (): Promise<{ world: BillingWorld; org: string; customer: string }> => {
  const world = billingWorld(table.db)
  orgs += 1
  const org = `org-${orgs}`
  return { world, org, customer: await world.customerOf(org) }
}

describe('the reversal of a paid month', () => {
  const boughtMonth = async (product: 'pro' | 'agency' = 'pro') => {
    const base = await openWorld()
    const plan = base.world.acts.buyPlan(base.customer, product)
    await base.world.catchUp()
    return { ...base, ...plan }
  }
  const FREE = { plan: 'free', subscription: 0, grace: 0, owed: 0 }

  it('ends the month with its credits and plan after a full refund, and the amount is booked once', async () => {
    const { world, org, payment } = await boughtMonth()
    const refund = world.acts.refund(payment, 2900)
    const events = [...world.events]
    await world.catchUp()
    for (const event of [...events, ...events.reverse()]) await world.deliver(event)
    expect(await world.settling.reversals.get({ mode: 'test', org, id: refund })).toMatchObject({ cents: 2900 })
    expect(await world.account(org)).toMatchObject({ ...FREE, clawed: 1000, welcome: 50, issued: 1050 })
    expect(await world.tier(org)).toMatchObject({ sku: null })
    expect((await world.plan(org))?.subscriptions).toMatchObject([{ status: 'active' }])
  })

  it('keeps plan and credits after a partial refund; partial refunds that add up to the full amount end them', async () => {
    const { world, org, payment } = await boughtMonth()
    world.acts.refund(payment, 2000)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 0 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
    world.acts.refund(payment, 900)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ ...FREE, clawed: 1000 })
    expect(await world.tier(org)).toMatchObject({ sku: null })
  })

  it('takes effect when a dispute opens and stays if it is lost; the next paid month starts the plan again', async () => {
    const { world, org, id, payment } = await boughtMonth()
    const dispute = world.acts.dispute(payment, 2900)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject(FREE)
    world.acts.closeDispute(dispute, 'lost')
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 1000, expired: 0 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
  })

  it('ends, and plan and credits return, if the dispute is won during the month', async () => {
    const { world, org, payment } = await boughtMonth()
    const dispute = world.acts.dispute(payment, 2900)
    await world.catchUp()
    world.clock.advance(DAY)
    world.acts.closeDispute(dispute, 'won')
    await world.catchUp()
    await world.reconcile()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 0, issued: 1050 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', period_end: '2026-11-01T12:00:00.000Z' })
  })

  it('restores no credits that would have expired if the dispute is won after the month', async () => {
    const { world, org, id, payment } = await boughtMonth()
    const dispute = world.acts.dispute(payment, 2900)
    await world.catchUp()
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    world.acts.closeDispute(dispute, 'won')
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, issued: 2050 })
  })

  it('does not affect the current paid month if an earlier month is reversed', async () => {
    const { world, org, id, payment } = await boughtMonth()
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    await world.catchUp()
    world.acts.refund(payment, 2900)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 0, expired: 1000 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
  })

  it('takes the carried-over credits of an Agency month, and none of the current month', async () => {
    const { world, org, id, payment } = await boughtMonth('agency')
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ subscription: 8000 })
    // Together the price of Agency, 7500 cents.
    world.acts.refund(payment, 2900)
    world.acts.refund(payment, 4600)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'agency', subscription: 4000, clawed: 4000 })
    expect(await world.tier(org)).toMatchObject({ sku: 'agency' })
  })

  it('gives no tier after an unpaid renewal', async () => {
    const { world, org, id, payment } = await boughtMonth()
    world.acts.dispute(payment, 2900)
    await world.catchUp()
    world.clock.advance(31 * DAY)
    world.acts.failPayment(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
  })

  it('has the same result if it is reported before the payment, and is found by the nightly reconciliation without events', async () => {
    const first = await openWorld()
    const { payment } = first.world.acts.buyPlan(first.customer, 'pro')
    const paymentEvents = first.world.events.splice(0)
    first.world.acts.dispute(payment, 2900)
    await first.world.catchUp()
    for (const event of paymentEvents) await first.world.deliver(event)
    expect(await first.world.account(first.org)).toMatchObject({ ...FREE, clawed: 1000 })
    const second = await boughtMonth()
    second.world.acts.dispute(second.payment, 2900)
    second.world.events.splice(0)
    await second.world.reconcile()
    expect(await second.world.account(second.org)).toMatchObject({ ...FREE, clawed: 1000 })
    expect(await second.world.tier(second.org)).toMatchObject({ sku: null })
  })

  it('does not affect a tier from an operator', async () => {
    const { world, org, payment } = await boughtMonth()
    world.clock.advance(1_000)
    const as_of = world.clock.now().toISOString()
    await world.entitle({ org_id: org, change_id: 'gift', sku: 'team', source: 'comp', as_of })
    world.acts.dispute(payment, 2900)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'team', source: 'comp' })
  })
})
