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

describe('a bought plan', () => {
  it('sets tier, plan and credits once, whichever events report it', async () => {
    const { world, org, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    const events = [...world.events]
    await world.catchUp()
    for (const event of [...events, ...events.reverse()]) await world.deliver(event)
    expect(await world.tier(org)).toMatchObject({
      sku: 'pro',
      source: 'subscription',
      period_start: '2026-10-01T12:00:00.000Z',
      period_end: '2026-11-01T12:00:00.000Z',
    })
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, welcome: 50 })
    expect(await world.plan(org)).toMatchObject({ version: 1, sku: 'pro' })
  })

  it('renews, fails, recovers and ends like the subscription', async () => {
    const { world, org, customer } = await openWorld()
    const { id } = world.acts.buyPlan(customer, 'pro')
    await world.catchUp()
    world.clock.advance(31 * DAY)
    world.acts.renew(id)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ subscription: 1000, expired: 1000 })
    expect(await world.tier(org)).toMatchObject({ period_end: '2026-12-01T12:00:00.000Z' })
    world.acts.failPayment(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
    expect((await world.plan(org))?.subscriptions).toMatchObject([{ status: 'past_due' }])
    expect(await world.account(org)).toMatchObject({ issued: 2050 })
    world.acts.recover(id)
    world.acts.cancelLater(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', ends_at: '2026-12-01T12:00:00.000Z' })
    world.clock.advance(30 * DAY)
    world.acts.end(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
    expect(await world.account(org)).toMatchObject({ plan: 'free', subscription: 0, welcome: 50 })
  })

  it('grants its credits once if its events arrive after 40 days', async () => {
    const { world, org, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    const events = world.events.splice(0)
    world.clock.advance(40 * DAY)
    for (const event of [...events, ...events]) await world.deliver(event)
    expect(await world.account(org)).toMatchObject({ issued: 1050 })
  })

  it('turns Agency credits into grace credits for 45 days after its end', async () => {
    const { world, org, customer } = await openWorld()
    const { id } = world.acts.buyPlan(customer, 'agency')
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'agency' })
    world.clock.advance(10 * DAY)
    world.acts.end(id)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({
      plan: 'free',
      grace: 4000,
      grace_ends_at: '2026-11-25T12:00:00.000Z',
    })
  })

  it('bought in two tabs is one plan: the younger subscription is ended and refunded, and grants nothing', async () => {
    const { world, org, customer } = await openWorld()
    const first = world.acts.buyPlan(customer, 'pro')
    world.clock.advance(5_000)
    const second = world.acts.buyPlan(customer, 'agency')
    await world.catchUp()
    expect(world.calls).toContain(`duplicate ${second.id}`)
    expect(world.calls.filter((call) => call.startsWith('refund'))).toEqual([`refund ${second.id}`])
    expect(world.recorded.DuplicateSubscriptions).toBe(1)
    await world.catchUp()
    expect((await world.plan(org))?.subscriptions.map(({ id }) => id)).toEqual([first.id])
    expect(await world.account(org)).toMatchObject({
      plan: 'pro',
      subscription: 1000,
      issued: 1050,
      owed: 0,
      clawed: 0,
    })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
  })

  it('ends with a deleted customer, and the next purchase creates a new customer', async () => {
    const { world, org, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    world.acts.attachCard(customer)
    await world.catchUp()
    expect(await world.customers.get(org)).toMatchObject({ has_saved_card: true })
    world.clock.advance(DAY)
    world.acts.deleteCustomer(customer)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
    expect(await world.account(org)).toMatchObject({ plan: 'free', subscription: 0 })
    expect(await world.customers.get(org)).toMatchObject({ customer_id: null, has_saved_card: false })
    const next = await world.customerOf(org)
    expect(next).not.toBe(customer)
    expect(await world.customers.organizationOf(next)).toBe(org)
  })
})

describe('a tier from an operator', () => {
  const grantTier = (world: BillingWorld, org: string, sku: 'team' | 'pro' | null) =>
    world.entitle({
      org_id: org,
      change_id: `decision-${sku}-${world.clock.now().getTime()}`,
      sku,
      source: 'override',
      as_of: world.clock.now().toISOString(),
    })

  it('counts if it is higher than the paid tier, and applies again when that ends', async () => {
    const { world, org, customer } = await openWorld()
    await grantTier(world, org, 'team')
    world.clock.advance(1_000)
    const { id } = world.acts.buyPlan(customer, 'pro')
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'team', source: 'override' })
    world.clock.advance(1_000)
    world.acts.end(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'team', source: 'override' })
  })

  it('remains stored while a higher tier is paid', async () => {
    const { world, org, customer } = await openWorld()
    await grantTier(world, org, 'pro')
    world.clock.advance(1_000)
    const { id } = world.acts.buyPlan(customer, 'agency')
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'agency', source: 'subscription' })
    world.clock.advance(1_000)
    world.acts.end(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', source: 'override' })
  })

  it('gives way to the paid tier at the next reconciliation after its withdrawal', async () => {
    const { world, org, customer } = await openWorld()
    await grantTier(world, org, 'team')
    world.clock.advance(1_000)
    world.acts.buyPlan(customer, 'pro')
    await world.catchUp()
    world.clock.advance(1_000)
    await grantTier(world, org, null)
    expect(await world.reconcile()).toMatchObject({ repaired: 1, failed: 0 })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', source: 'subscription' })
    expect(await world.reconcile()).toMatchObject({ repaired: 0 })
  })

  it('does not change if credits are bought or a card is saved', async () => {
    const { world, org, customer } = await openWorld()
    await grantTier(world, org, 'team')
    world.acts.buyOnce(customer, 'agent-credits-500')
    world.acts.attachCard(customer)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'team' })
    expect(await world.plan(org)).toBeUndefined()
  })
})

describe('a one-time purchase', () => {
  it('grants its credits once, whether the payment or the checkout reports it', async () => {
    const { world, org, customer } = await openWorld()
    world.acts.buyOnce(customer, 'agent-credits-1000')
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ purchased: 1000, plan: 'pack', packs: 1 })
    expect(await world.tier(org)).toBeUndefined()
  })

  it('has a record if it grants nothing', async () => {
    const { world, org, customer } = await openWorld()
    const payment = world.acts.buyOnce(customer, 'ciso-trust-bundle')
    await world.catchUp()
    expect(await world.settling.purchases.get({ mode: 'test', org, payment })).toMatchObject({ cents: 49_900 })
    expect(await world.account(org)).toMatchObject({ purchased: 0, packs: 0 })
  })

  it('grants and loses its credits at once if it was refunded before its event', async () => {
    const { world, org, customer } = await openWorld()
    const payment = world.acts.buyOnce(customer, 'agent-credits-500')
    const purchaseEvents = world.events.splice(0)
    world.acts.refund(payment, 1250)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ purchased: 0, owed: 0, clawed: 500 })
    for (const event of purchaseEvents) await world.deliver(event)
    expect(await world.account(org)).toMatchObject({ purchased: 0, owed: 0, clawed: 500 })
  })

  it('loses the refunded part, and gets it back if the refund fails', async () => {
    const { world, org, customer } = await openWorld()
    const payment = world.acts.buyOnce(customer, 'agent-credits-500')
    // Half the price of the pack.
    const refund = world.acts.refund(payment, 625)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ purchased: 250 })
    world.acts.failRefund(refund)
    await world.catchUp()
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ purchased: 500, owed: 0 })
  })

  it('loses its credits during a dispute until the dispute is won', async () => {
    const { world, org, customer } = await openWorld()
    const payment = world.acts.buyOnce(customer, 'agent-credits-500')
    const dispute = world.acts.dispute(payment, 1250)
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ purchased: 0 })
    world.acts.closeDispute(dispute, 'won')
    await world.catchUp()
    expect(await world.account(org)).toMatchObject({ purchased: 500 })
  })
})

describe('the nightly reconciliation', () => {
  it('repairs and counts differences that no event has reported', async () => {
    const { world, org, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    const payment = world.acts.buyOnce(customer, 'agent-credits-500')
    world.acts.refund(payment, 625)
    world.acts.dispute(world.acts.buyOnce(customer, 'agent-credits-500'), 1250)
    world.events.splice(0)
    // The plan, two packs, a refund, a dispute.
    expect(await world.reconcile()).toMatchObject({ repaired: 5, failed: 0 })
    expect(world.recorded.BillingDrift).toBe(5)
    expect(await world.tier(org)).toMatchObject({ sku: 'pro' })
    expect(await world.account(org)).toMatchObject({ plan: 'pro', subscription: 1000, purchased: 250 })
    expect(await world.reconcile()).toMatchObject({ repaired: 0 })
  })

  it('continues if one customer cannot be compared', async () => {
    const { world, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    const { processor } = world.settling
    const failing = { ...processor, subscriptions: () => Promise.reject(new Error('Stripe is unavailable')) }
    Object.assign(world.settling, { processor: failing })
    expect(await world.reconcile()).toMatchObject({ repaired: 0, failed: 1 })
    expect(world.recorded.BillingNotCompared).toBe(1)
  })

  it('ignores customers without an organization', async () => {
    const { world } = await openWorld()
    const unknownCustomer = await world.processor.createCustomer('elsewhere', 'cus:elsewhere')
    world.acts.buyPlan(unknownCustomer, 'pro')
    world.acts.buyOnce(unknownCustomer, 'agent-credits-500')
    await world.catchUp()
    expect(await world.tier('elsewhere')).toBeUndefined()
    expect((await world.account('elsewhere')).isUnopened).toBe(true)
  })
})
