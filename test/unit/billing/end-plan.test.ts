import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endPlan } from '../../../lambdas/billing/plans/end-plan.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { type BillingWorld, billingWorld } from './billing-world.ts'

const DAY = 86_400_000
let table: TableWorld
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

let orgs = 0
const openWorld = async () => {
  orgs += 1
  const org = `org-${orgs}`
  const world = billingWorld(table.db)
  const end = () => endPlan({ ...world.settling, plans: world.plans })(org)
  return { world, org, end, customer: await world.customerOf(org) }
}
const grantTeamTier = (world: BillingWorld, org: string) =>
  world.entitle({ org_id: org, change_id: 'gift', sku: 'team', source: 'comp', as_of: world.clock.now().toISOString() })

describe('downgrade to the free tier', () => {
  it('ends a paid plan with its period; a repetition changes nothing', async () => {
    const { world, org, end, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    await world.catchUp()
    const effectiveAt = '2026-11-01T12:00:00.000Z'
    expect(await end()).toEqual({ stripeAction: 'canceled', effectiveAt, noop: false })
    expect(await end()).toEqual({ stripeAction: 'canceled', effectiveAt, noop: true })
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', ends_at: effectiveAt })
  })

  it('does not end subscriptions that give no tier', async () => {
    const { world, end, customer } = await openWorld()
    const hosting = world.acts.buyPlan(customer, 'ciso-trust-page-hosting')
    const plan = world.acts.buyPlan(customer, 'agency')
    await end()
    expect(world.calls.filter((call) => call.startsWith('cancel'))).toEqual([`cancel ${plan.id}`])
    expect(world.calls).not.toContain(`cancel ${hosting.id}`)
  })

  it('cancels a subscription whose event has not arrived yet', async () => {
    const { world, org, end, customer } = await openWorld()
    await grantTeamTier(world, org)
    world.acts.buyPlan(customer, 'pro')
    expect(await end()).toMatchObject({ stripeAction: 'canceled', noop: false })
  })

  it('takes effect immediately for a subscription that has ended at the processor', async () => {
    const { world, org, end, customer } = await openWorld()
    const { id } = world.acts.buyPlan(customer, 'pro')
    await world.catchUp()
    world.clock.advance(DAY)
    world.acts.end(id)
    const effectiveAt = '2026-10-02T12:00:00.000Z'
    expect(await end()).toEqual({ stripeAction: 'already_canceled', effectiveAt, noop: false })
    expect(await world.tier(org)).toMatchObject({ sku: null })
    expect(await world.account(org)).toMatchObject({ plan: 'free', subscription: 0 })
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
  })

  it('takes effect immediately and permanently for a tier from an operator', async () => {
    const { world, org, end, customer } = await openWorld()
    await grantTeamTier(world, org)
    expect(await end()).toMatchObject({ stripeAction: 'no_subscription', noop: false })
    expect(await world.tier(org)).toMatchObject({ sku: null })
    world.clock.advance(DAY)
    const { id } = world.acts.buyPlan(customer, 'pro')
    await world.catchUp()
    world.clock.advance(DAY)
    world.acts.end(id)
    await world.catchUp()
    expect(await world.tier(org)).toMatchObject({ sku: null })
  })

  it.each(['before', 'after'])(
    'ends a granted tier %s the payment immediately; the paid plan lasts until the end of its period',
    async (when) => {
      const { world, org, end, customer } = await openWorld()
      if (when === 'before') await grantTeamTier(world, org)
      const { id } = world.acts.buyPlan(customer, 'pro')
      await world.catchUp()
      world.clock.advance(1000)
      if (when === 'after') await grantTeamTier(world, org)
      expect(await world.tier(org)).toMatchObject({ sku: 'team' })
      const effectiveAt = '2026-11-01T12:00:00.000Z'
      expect(await end()).toEqual({ stripeAction: 'canceled', effectiveAt, noop: false })
      // The tier is the same before and after the event of the cancellation is delivered.
      expect(await world.tier(org)).toMatchObject({ sku: 'pro', period_end: effectiveAt, ends_at: effectiveAt })
      expect(await end()).toEqual({ stripeAction: 'canceled', effectiveAt, noop: true })
      await world.catchUp()
      expect(await world.tier(org)).toMatchObject({ sku: 'pro', source: 'subscription', ends_at: effectiveAt })
      expect(await end()).toMatchObject({ noop: true })
      world.clock.advance(31 * DAY)
      world.acts.end(id)
      await world.catchUp()
      expect(await world.tier(org)).toMatchObject({ sku: null })
    },
  )

  it('ends a granted tier immediately in addition to a plan that is already canceled', async () => {
    const { world, org, end, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    await end()
    await world.catchUp()
    world.clock.advance(1000)
    await grantTeamTier(world, org)
    expect(await end()).toMatchObject({ stripeAction: 'canceled', noop: false })
    expect(await world.tier(org)).toMatchObject({ sku: 'pro', ends_at: '2026-11-01T12:00:00.000Z' })
  })

  it('ends two plans with the end of the later one', async () => {
    const { world, end, customer } = await openWorld()
    world.acts.buyPlan(customer, 'pro')
    world.clock.advance(DAY)
    world.acts.buyPlan(customer, 'pro')
    expect(await end()).toMatchObject({ effectiveAt: '2026-11-02T12:00:00.000Z' })
  })
})
