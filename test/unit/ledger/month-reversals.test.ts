import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLANS } from '../../../layers/ledger/src/plans.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { brokenInvariants, ledgerState } from './ledger-invariants.ts'
import { DAY_MS, day, month, pack, purchaseWorld } from './purchase-world.ts'

let table: TableWorld
let accountCount = 0
const newAccountId = () => `reversed-${++accountCount}`
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

type Plan = 'pro' | 'agency'
type World = ReturnType<typeof purchaseWorld>

/** An odd `turn` takes the month, an even one returns it. */
const reversalEvent = (id: string, plan: Plan, n: number, turn: number, now: Date) => {
  const { op: _op, paid_cents: _cents, ...paid } = month(id, plan, n)
  return { ...paid, op: turn % 2 === 1 ? 'take_month' : 'return_month', turn, found_at: now.toISOString() }
}

/** Generates a year: each month has a renewal, jobs, packs, and money that is returned and restored. */
const steps = fc.array(
  fc.record({
    action: fc.constantFrom(
      'spend',
      'hold',
      'pack',
      // Twice, so that it is chosen more often.
      'takeLatest',
      'takeLatest',
      'takeEarlier',
      'return',
      'end',
      'wait',
    ),
    amount: fc.integer({ min: 1, max: 900 }),
  }),
  { minLength: 3, maxLength: 5 },
)
const years = fc.record({
  plans: fc.array(fc.constantFrom<Plan>('pro', 'agency'), { minLength: 4, maxLength: 12 }),
  months: fc.array(steps, { minLength: 12, maxLength: 12 }),
})
type Year = typeof years extends fc.Arbitrary<infer Each> ? Each : never

const problemsOf = async (id: string) =>
  brokenInvariants(ledgerState((await Promise.all([`CR#${id}`, `TENANT#${id}`].map(table.partition))).flat()))

/** Runs the year and checks the account at each reversal. Returns the number of taken months. */
const runYear = async (world: World, id: string, { plans, months }: Year): Promise<number> => {
  const turns = new Map<number, number>()
  let reversals = 0
  const reverseOrReturn = async (n: number) => {
    const next = (turns.get(n) ?? 0) + 1
    turns.set(n, next)
    const before = await world.account(id)
    const event = reversalEvent(id, plans[n] as Plan, n, next, world.clock.now())
    expect(await world.book(event)).toEqual({ outcome: 'posted' })
    const after = await world.account(id)
    expect(await world.book(event)).toEqual({ outcome: 'repeated' })
    expect(await world.account(id)).toEqual(after)
    // I18: spent credits remain spent, and only credits of the month are taken.
    for (const name of ['consumed', 'held', 'owed', 'welcome', 'purchased', 'issued'] as const)
      expect([name, after[name]]).toEqual([name, before[name]])
    const taken = after.clawed - before.clawed
    expect(Math.abs(taken)).toBeLessThanOrEqual(PLANS[plans[n] as Plan].monthlyCredits)
    if (event.op === 'return_month') return expect(taken).toBeLessThanOrEqual(0)
    reversals += 1
    expect(taken).toBeGreaterThanOrEqual(0)
    // I17: a reversed current month leaves neither its credits nor its plan.
    if (before.cycle_start === event.period_start && before.plan === plans[n])
      expect([after.plan === 'pro' || after.plan === 'agency', after.subscription]).toEqual([false, 0])
    return expect(after.plan === before.plan || before.plan === plans[n]).toBe(true)
  }
  const monthsWithParity = (parity: number) => [...turns].filter(([, each]) => each % 2 === parity).map(([n]) => n)
  for (const [n, plan] of plans.entries()) {
    await world.book(month(id, plan, n))
    for (const [i, { action, amount }] of (months[n] ?? []).entries()) {
      const { subscription, welcome, purchased } = await world.account(id)
      const affordable = Math.min(amount, welcome + purchased + subscription)
      const isTaken = (m: number) => (turns.get(m) ?? 0) % 2 === 1
      if (action === 'spend' && affordable > 0) await world.spend(id, affordable)
      if (action === 'hold' && affordable > 0) await world.hold(id, affordable)
      if (action === 'pack') await world.book(pack(id, `pack-${n}-${i}`))
      if (action === 'takeLatest' && !isTaken(n)) await reverseOrReturn(n)
      if (action === 'takeEarlier' && n > 0 && !isTaken(n - 1)) await reverseOrReturn(n - 1)
      const [reversedMonth] = monthsWithParity(1)
      if (action === 'return' && reversedMonth !== undefined) await reverseOrReturn(reversedMonth)
      if (action === 'end')
        await world.book({ op: 'end_plan', account_id: id, subscription_id: `s-${n}`, ended_at: day(30 * n + 3) })
      expect(await problemsOf(id)).toEqual([])
      world.clock.advance(5 * DAY_MS)
    }
    const remainingMs = Date.parse(day(30 * (n + 1))) - world.clock.now().getTime()
    world.clock.advance(Math.max(0, remainingMs))
  }
  return reversals
}

describe('reversed months over a year of renewals', () => {
  it(
    'satisfy I1 to I18 after every step',
    async () => {
      let reversals = 0
      await fc.assert(
        fc.asyncProperty(years, async (year) => {
          reversals += await runYear(purchaseWorld(table), newAccountId(), year)
        }),
        { numRuns: scaled(12, 200), seed: 20_261_125 },
      )
      expect(reversals).toBeGreaterThan(30)
    },
    scaled(120_000, 3_600_000),
  )
})
