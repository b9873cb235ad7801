import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { brokenInvariants, ledgerState } from './ledger-invariants.ts'
import { DAY_MS, day, month, purchaseWorld } from './purchase-world.ts'

let table: TableWorld
let world: ReturnType<typeof purchaseWorld>
let id: string
let accountCount = 0

beforeAll(async () => {
  table = await openTable()
})
beforeEach(() => {
  world = purchaseWorld(table)
  id = `late-${++accountCount}`
})
afterAll(() => table.close())

const endPlanAt = (n: number) => ({ op: 'end_plan', account_id: id, subscription_id: `s${n}`, ended_at: day(n) })

/**
 * Subscribes, spends the welcome credits, lets a job hold `credits`, and then applies the events before the job is
 * deleted.
 */
const accountAfterDeletion = async (plan: 'pro' | 'agency', credits: number, ...events: readonly object[]) => {
  await world.book(month(id, plan, 0))
  await world.spend(id, 50)
  const row = await world.hold(id, credits)
  for (const event of events) await world.book(event)
  await world.jobs.softDelete(keyOf(row))
  expect(brokenInvariants(ledgerState(await table.rows(`CR#${id}`)))).toEqual([])
  return world.account(id)
}

describe('held subscription credits', () => {
  it('return to their subscription', async () => {
    expect(await accountAfterDeletion('pro', 600)).toMatchObject({
      subscription: 1000,
      purchased: 0,
      expired: 0,
      held: 0,
    })
  })

  it('expire if Pro has ended, and never become purchased credits', async () => {
    const after = await accountAfterDeletion('pro', 600, endPlanAt(1))
    expect(after).toMatchObject({
      plan: 'free',
      welcome: 0,
      purchased: 0,
      grace: 0,
      subscription: 0,
      expired: 1000,
      held: 0,
    })
  })

  it('expire if Pro was renewed', async () => {
    const after = await accountAfterDeletion('pro', 600, month(id, 'pro', 1))
    expect(after).toMatchObject({ purchased: 0, subscription: 1000, expired: 1000, base: 1000 })
  })

  it('become grace credits if Agency has ended, with the same end', async () => {
    const after = await accountAfterDeletion('agency', 600, endPlanAt(1))
    // 45 days after the end of the plan.
    expect(after).toMatchObject({ purchased: 0, grace: 4000, grace_ends_at: day(46), subscription: 0, expired: 0 })
  })

  it('expire if that grace period is over', async () => {
    await world.book(month(id, 'agency', 0))
    await world.spend(id, 50)
    const row = await world.hold(id, 600)
    await world.book(endPlanAt(1))
    world.clock.advance(60 * DAY_MS)
    await world.jobs.move(row, 'fail')
    expect(await world.account(id)).toMatchObject({ purchased: 0, grace: 3400, subscription: 0, expired: 600 })
  })

  it('carry over with a renewal of Agency', async () => {
    const after = await accountAfterDeletion('agency', 600, month(id, 'agency', 1))
    expect(after).toMatchObject({ purchased: 0, grace: 0, subscription: 8000, expired: 0, base: 8000 })
  })

  it('carry over up to the cap, and the excess expires', async () => {
    const after = await accountAfterDeletion('agency', 600, month(id, 'agency', 1), month(id, 'agency', 2))
    expect(after).toMatchObject({ purchased: 0, subscription: 8000, expired: 600 })
  })

  it('become grace credits after a change from Agency to Pro, and expire if Pro ended during an older grace period', async () => {
    const afterChange = await accountAfterDeletion('agency', 600, month(id, 'pro', 1))
    expect(afterChange).toMatchObject({ plan: 'pro', purchased: 0, grace: 4000, subscription: 1000, expired: 0 })
    await world.spend(id, 4000)
    const row = await world.hold(id, 600)
    await world.book(endPlanAt(31))
    await world.jobs.softDelete(keyOf(row))
    expect(await world.account(id)).toMatchObject({
      plan: 'free',
      purchased: 0,
      grace: 0,
      subscription: 0,
      expired: 1000,
    })
  })

  it('never reduce the limit of the cycle below zero', async () => {
    await world.book(month(id, 'pro', 0))
    await world.spend(id, 50)
    const row = await world.hold(id, 600)
    await world.book(endPlanAt(1))
    world.clock.advance(40 * DAY_MS)
    await world.accounts.ensureCurrent(id)
    await world.jobs.move(row, 'fail')
    expect(await world.account(id)).toMatchObject({ purchased: 0, expired: 1000, base: 0 })
  })
})
