import { describe, expect, it } from 'vitest'
import { settleMessage } from '../../../lambdas/billing/settle/settle-message.ts'
import { type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { directTable } from '../../support/direct-table.ts'
import { billingWorld, messageOf } from './billing-world.ts'
import { finalState } from './final-state.ts'

type World = ReturnType<typeof billingWorld>
type Life = (world: World, customer: string) => void

const DAY = 86_400_000

const LIVES: Readonly<Record<string, Life>> = {
  'a plan and a pack, half of it refunded': ({ acts }, customer) => {
    acts.buyPlan(customer, 'agency')
    acts.refund(acts.buyOnce(customer, 'agent-credits-500'), 625)
    acts.attachCard(customer)
  },
  'a plan that has ended': ({ acts, clock }, customer) => {
    const { id } = acts.buyPlan(customer, 'pro')
    clock.advance(DAY)
    acts.end(id)
  },
  'a month that is disputed, and one that is refunded and renewed': ({ acts, clock }, customer) => {
    const { id, payment } = acts.buyPlan(customer, 'pro')
    acts.dispute(payment, 2900)
    clock.advance(31 * DAY)
    acts.refund(acts.renew(id).payment, 2900)
  },
  'a dispute that is won': ({ acts }, customer) => {
    const dispute = acts.dispute(acts.buyPlan(customer, 'agency').payment, 7500)
    acts.closeDispute(dispute, 'won')
  },
  'two tabs': ({ acts, clock }, customer) => {
    acts.buyPlan(customer, 'pro')
    clock.advance(5_000)
    acts.buyPlan(customer, 'pro')
  },
  'a customer that is deleted': ({ acts, clock }, customer) => {
    acts.buyPlan(customer, 'pro')
    clock.advance(DAY)
    acts.deleteCustomer(customer)
  },
}

/** Lives a life and delivers it to a worker that is killed at one call, then delivers it again. */
const lived = async (life: Life, cut?: CrashPoint) => {
  const table = await directTable({ now: () => 0 })
  const world = billingWorld(table.db)
  const customer = await world.customerOf('org')
  life(world, customer)
  const own = world.settlingUnder(cut)
  for (let told = 0; told < 100; ) {
    const event = world.events.shift()
    if (event === undefined) break
    told += 1
    await settleMessage(own)(messageOf(event)).catch(async (error: Error) => {
      if (error.name !== 'Killed') throw error
      await world.deliver(event)
    })
  }
  return { state: finalState(table.rows()).map(withoutIds), calls: world.calls.map(withoutId), world }
}

/** Every shop counts on from the one before. */
const withoutId = (text: string): string => text.replaceAll(/_\d{6}/g, '_')
const withoutIds = (row: unknown): unknown => JSON.parse(withoutId(JSON.stringify(row)))

describe('the worker', () => {
  for (const [name, life] of Object.entries(LIVES)) {
    it(`killed at any of its calls has one effect each: ${name}`, async () => {
      const undisturbed = await lived(life)
      let runs = 0
      for (const moment of ['before', 'after'] as const) {
        for (let at = 0; ; at++) {
          const cut = crashPoint(at, moment)
          const { state, calls } = await lived(life, cut)
          expect(state, `${moment} call ${at}`).toEqual(undisturbed.state)
          const refunds = (all: readonly string[]) => all.filter((call) => call.startsWith('refund'))
          expect(refunds(calls), `${moment} call ${at}`).toEqual(refunds(undisturbed.calls))
          if (!cut.hasCut) break
          runs += 1
        }
      }
      expect(runs).toBeGreaterThan(20)
    })
  }
})
