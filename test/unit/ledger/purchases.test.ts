import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMITTED_CENTS_GOAL } from '../../../lambdas/images/models/milestone-table.ts'
import { verifies } from '../../spec/verifies.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { DAY_MS, day, month, pack, purchaseWorld } from './purchase-world.ts'

let table: TableWorld
let world: ReturnType<typeof purchaseWorld>
let accountCount = 0
const newAccountId = () => `account-${++accountCount}`

beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

describe('plans', () => {
  verifies(['IMG-8-2', 'IMG-1-5'], 'grant 50 welcome credits once, and no more in later months', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.spend(id, 5)
    world.clock.advance(40 * DAY_MS)
    await world.spend(id, 2)
    expect(await world.account(id)).toMatchObject({ welcome: 43, consumed: 7, issued: 50, plan: 'free' })
  })

  verifies('IMG-8-2', 'grant 500 and 1000 credits per pack once, which no renewal resets', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    expect(await world.book(pack(id, 'pay-1'))).toEqual({ outcome: 'posted' })
    expect(await world.book(pack(id, 'pay-1'))).toEqual({ outcome: 'repeated' })
    await world.book(pack(id, 'pay-2', 'agent-credits-1000'))
    await world.book(month(id, 'pro', 0))
    await world.book(month(id, 'pro', 1))
    expect(await world.account(id)).toMatchObject({ purchased: 1500, subscription: 1000, plan: 'pro', packs: 2 })
  })

  verifies('IMG-8-2', 'set Pro credits to 1000 at each renewal; unused credits expire', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(month(id, 'pro', 0))
    // Takes the 50 welcome credits and 300 of the month.
    await world.spend(id, 350)
    await world.book(month(id, 'pro', 1))
    expect(await world.account(id)).toMatchObject({
      welcome: 0,
      subscription: 1000,
      expired: 700,
      consumed: 350,
      issued: 2050,
    })
  })

  verifies(
    ['IMG-8-2', 'IMG-8-3'],
    'carry unused Agency credits over up to 8000; a renewal grants no more than the cap allows',
    async () => {
      world = purchaseWorld(table)
      const id = newAccountId()
      const subscriptions: number[] = []
      for (const n of [0, 1, 2]) {
        await world.book(month(id, 'agency', n))
        subscriptions.push((await world.account(id)).subscription)
      }
      expect(subscriptions).toEqual([4000, 8000, 8000])
      // Takes the 50 welcome credits and 1000 of the subscription, which the next renewal fills up again.
      await world.spend(id, 1050)
      await world.book(month(id, 'agency', 3))
      expect(await world.account(id)).toMatchObject({ subscription: 8000, issued: 9050, expired: 0 })
    },
  )

  verifies('IMG-8-3', 'keep the balance spendable for exactly 45 days after Agency ends', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(month(id, 'agency', 0))
    // Takes the welcome credits.
    await world.spend(id, 50)
    await world.book({ op: 'end_plan', account_id: id, subscription_id: 'subscription', ended_at: day(10) })
    const ended = await world.account(id)
    expect(ended).toMatchObject({ plan: 'free', grace: 4000, subscription: 0, grace_ends_at: day(55) })
    world.clock.advance(new Date(day(55)).getTime() - world.clock.now().getTime() - 1)
    const lastHold = await world.hold(id, 10)
    world.clock.advance(1)
    await expect(world.hold(id, 10)).rejects.toMatchObject({ code: 'insufficient_credits', extras: { balance: 0 } })
    // A hold that is released too late has lapsed like the other credits.
    await world.jobs.move(lastHold, 'fail')
    await world.book({ op: 'expire' })
    expect(await world.account(id)).toMatchObject({ grace: 0, expired: 4000, held: 0 })
    expect(await world.book({ op: 'expire' })).toEqual({ outcome: 'nothing', expired: 0 })
  })

  verifies('IMG-8-2', 'spend credits in the order welcome, purchased, grace, subscription', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(month(id, 'agency', 0))
    await world.book({ op: 'end_plan', account_id: id, subscription_id: 'subscription', ended_at: day(1) })
    await world.book(month(id, 'pro', 1))
    await world.book(pack(id, 'pay-1'))
    const { charge } = await world.hold(id, 4600)
    expect(charge).toMatchObject({ parts: { welcome: 50, purchased: 500, grace: 4000, subscription: 50 } })
  })

  it('keep the remaining Agency credits for the 45 days of grace after a change to Pro', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(month(id, 'agency', 0))
    await world.book(month(id, 'pro', 1))
    expect(await world.account(id)).toMatchObject({
      plan: 'pro',
      subscription: 1000,
      grace: 4000,
      grace_ends_at: day(75),
    })
  })

  it('return only the welcome credits of a job that fails after Pro was renewed; its Pro credits have expired', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(month(id, 'pro', 0))
    const held = await world.hold(id, 70)
    await world.book(month(id, 'pro', 1))
    await world.jobs.move(held, 'fail')
    expect(await world.account(id)).toMatchObject({
      welcome: 50,
      purchased: 0,
      subscription: 1000,
      expired: 1000,
      held: 0,
    })
  })
})

describe('a refund', () => {
  it('takes purchased credits back; spent ones are owed, and the next grants repay them', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(pack(id, 'pay-1'))
    await world.spend(id, 350)
    await world.book({ op: 'refund', account_id: id, refund_id: 'ref-1', credits: 500, cents: 1250 })
    expect(await world.account(id)).toMatchObject({ purchased: 0, clawed: 200, owed: 300 })
    await world.book(pack(id, 'pay-2'))
    expect(await world.account(id)).toMatchObject({ purchased: 200, clawed: 500, owed: 0 })
  })

  it('takes held credits when their job fails', async () => {
    world = purchaseWorld(table)
    const id = newAccountId()
    await world.book(pack(id, 'pay-1'))
    const held = await world.hold(id, 550)
    await world.book({ op: 'refund', account_id: id, refund_id: 'ref-1', credits: 500, cents: 1250 })
    await world.jobs.move(held, 'fail')
    expect(await world.account(id)).toMatchObject({ welcome: 50, purchased: 0, clawed: 500, owed: 0, held: 0 })
  })
})

describe('the community milestone', () => {
  verifies(
    ['IMG-2.2-5', 'IMG-3-6'],
    'counts an account as a backer once, adds and subtracts payments, and unlocks permanently',
    async () => {
      const milestoneTable = await openTable()
      world = purchaseWorld(milestoneTable)
      const firstBacker = newAccountId()
      const otherBacker = newAccountId()
      await world.book(month(otherBacker, 'pro', 0))
      // A Pro subscriber is not a backer.
      expect(await world.milestone.read()).toEqual({ backers: 0, unlockedAt: undefined })
      await Promise.all(['a', 'b', 'c'].map((payment) => world.book(pack(firstBacker, payment))))
      await world.book(month(otherBacker, 'agency', 1))
      const [counters] = await milestoneTable.rows('MILESTONE#')
      expect(counters).toMatchObject({ backers: 2, cents: 3 * 1250 + 2900 + 7500 })
      const missingCents = COMMITTED_CENTS_GOAL - Number(counters?.cents)
      await world.book({ ...month(otherBacker, 'agency', 2), paid_cents: missingCents - 1 })
      expect((await world.milestone.read()).unlockedAt).toBeUndefined()
      await world.book({ ...month(otherBacker, 'agency', 3), paid_cents: 1 })
      const { unlockedAt } = await world.milestone.read()
      expect(unlockedAt).toBe(world.clock.now().toISOString())
      await world.book({ op: 'refund', account_id: firstBacker, refund_id: 'r', credits: 500, cents: 1250 })
      expect(await world.milestone.read()).toEqual({ backers: 2, unlockedAt })
      await milestoneTable.close()
    },
  )
})

describe('I12: events in any order and number', () => {
  const SETS: Readonly<Record<string, (id: string) => readonly object[]>> = {
    'packs and their refunds': (id) => [
      pack(id, 'p1'),
      pack(id, 'p2', 'agent-credits-1000'),
      { op: 'refund', account_id: id, refund_id: 'r1', credits: 500, cents: 1250 },
      { op: 'refund', account_id: id, refund_id: 'r2', credits: 1000, cents: 2000 },
    ],
    'Pro months, a pack and the end': (id) => [
      month(id, 'pro', 0),
      month(id, 'pro', 1),
      pack(id, 'p1'),
      { op: 'end_plan', account_id: id, subscription_id: 's', ended_at: day(60) },
    ],
    'Agency months and the end': (id) => [
      month(id, 'agency', 0),
      { op: 'end_plan', account_id: id, subscription_id: 's', ended_at: day(30) },
    ],
    'a change from Pro to Agency': (id) => [month(id, 'pro', 0), month(id, 'agency', 1), pack(id, 'p1')],
    'a change from Agency to Pro': (id) => [month(id, 'agency', 0), month(id, 'pro', 1)],
  }
  const MONEY = [
    'welcome',
    'purchased',
    'grace',
    'grace_ends_at',
    'subscription',
    'owed',
    'issued',
    'consumed',
    'expired',
    'clawed',
    'plan',
  ] as const

  for (const [name, events] of Object.entries(SETS)) {
    it(`lead to one state: ${name}`, async () => {
      world = purchaseWorld(table)
      const run = async (order: readonly object[], id: string) => {
        for (const event of order) await world.book({ ...event, account_id: id })
        const account = await world.account(id)
        return Object.fromEntries(MONEY.map((member) => [member, account[member]]))
      }
      const expected = await run(events(''), newAccountId())
      const deliveries = fc.shuffledSubarray([...events(''), ...events('')], { minLength: events('').length * 2 })
      await fc.assert(
        fc.asyncProperty(deliveries, async (order) => {
          expect(await run(order, newAccountId())).toEqual(expected)
        }),
        { numRuns: scaled(10, 40), seed: 3 },
      )
    })
  }
})
