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
const opened = async (): Promise<{ world: BillingWorld; org: string; customer: string }> => {
  const world = billingWorld(table.db)
  orgs += 1
  const org = `org-${orgs}`
  return { world, org, customer: await world.customerOf(org) }
}

describe('money of a month that goes back', () => {
  const bought = async (product: 'pro' | 'agency' = 'pro') => {
    const opening = await opened()
    const plan = opening.world.acts.buyPlan(opening.customer, product)
    await opening.world.catchUp()
    return { ...opening, ...plan }
  }
  const FREE = { plan: 'free', subscription: 0, grace: 0, owed: 0 }

  it('wholly ends the month with its credits and its plan, and counts as money once', async () => {
    const { world, org, payment } = await bought()
    const refund = world.acts.refund(payment, 2900)
    const events = [...world.events]
    await world.catchUp()
    for (const event of [...events, ...events.reverse()]) await world.deliver(event)
    expect(await world.settling.reversals.get({ mode: 'test', org, id: refund })).toMatchObject({ cents: 2900 })
    expect(await world.account(org)).toMatchObject({ ...FREE, clawed: 1000, welcome: 50, issued: 1050 })
    expect(await world.tier(org)).toMatchObject({ sku: null })
    expect((await world.plan(org))?.subscriptions).toMatchObject([{ status: 'active' }])
  })

  it('in part leaves plan and credits; the parts that make up the whole end them', async () => {
    const { world, org, payment } = await bought()
    world.acts.refund(payment, 2000)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 0 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
    world.acts.refund(payment, 900)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ ...FREE, clawed: 1000 })
    expect(await world.tier(org)).toMatchObject({ sku: null })
  })

  it('by a dispute does from its opening; lost, it stays so; the next paid month begins the plan again', async () => {
    const { world, org, id, payment } = await bought()
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

  it('and comes again with a dispute that is won brings plan and credits again while the month lasts', async () => {
    const { world, org, payment } = await bought()
    const dispute = world.acts.dispute(payment, 2900)
    await world.catchUp()
    world.clock.advance(DAY)
    world.acts.closeDispute(dispute, 'won')
    await world.catchUp()
    await world.reconcile()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 0, issued: 1050 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', period_end: '2026-11-01T12:00:00.000Z' })
  })

  it('and comes again when the month is over brings no credits that would have expired', async () => {
    const { world, org, id, payment } = await bought()
    const dispute = world.acts.dispute(payment, 2900)
    await world.catchUp()
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    world.acts.closeDispute(dispute, 'won')
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, issued: 2050 })
  })

  it('of a month that is over leaves the present one, which is paid', async () => {
    const { world, org, id, payment } = await bought()
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    await world.catchUp()
    world.acts.refund(payment, 2900)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, clawed: 0, expired: 1000 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
  })

  it('of an Agency month takes what was carried over from it, and no credit of the present one', async () => {
    const { world, org, id, payment } = await bought('agency')
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ subscription: 8000 })
    world.acts.refund(payment, 2900)
    world.acts.refund(payment, 4600)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ plan: 'agency', subscription: 4000, clawed: 4000 })
    expect(await world.tier(org)).toMatchObject({ sku: 'agency' })
  })

  it('and then a renewal that is not paid gives no tier either', async () => {
    const { world, org, id, payment } = await bought()
    world.acts.dispute(payment, 2900)
    await world.catchUp()
    world.clock.advance(31 * DAY)
    world.acts.failPayment(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
  })

  it('told of before its payment is the same, and is found by the nightly comparison without any event', async () => {
    const first = await opened()
    const { payment } = first.world.acts.buyPlan(first.customer, 'pro')
    const paid = first.world.events.splice(0)
    first.world.acts.dispute(payment, 2900)
    await first.world.catchUp()
    for (const event of paid) await first.world.deliver(event)
    expect(await first.world.account(first.org)).toMatchObject({ ...FREE, clawed: 1000 })
    const second = await bought()
    second.world.acts.dispute(second.payment, 2900)
    second.world.events.splice(0)
    await second.world.reconcile()
    expect(await second.world.account(second.org)).toMatchObject({ ...FREE, clawed: 1000 })
    expect(await second.world.tier(second.org)).toMatchObject({ sku: null })
  })

  it('leaves a tier that an operator has given', async () => {
    const { world, org, payment } = await bought()
    world.clock.advance(1_000)
    const as_of = world.clock.now().toISOString()
    await world.entitle({ org_id: org, change_id: 'gift', sku: 'team', source: 'comp', as_of })
    world.acts.dispute(payment, 2900)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'team', source: 'comp' })
  })
})
