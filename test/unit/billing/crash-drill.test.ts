import { describe, expect, it } from 'vitest'
import { settleMessage } from '../../../lambdas/billing/settle/settle-message.ts'
import { type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { directTable } from '../../support/direct-table.ts'
import { isLong } from '../../support/scale.ts'
import { billingWorld, messageOf } from './billing-world.ts'
import { finalState } from './final-state.ts'

type World = ReturnType<typeof billingWorld>
type History = (world: World, customer: string) => void

const DAY = 86_400_000

const HISTORIES: Readonly<Record<string, History>> = {
  'a plan and a half-refunded pack': ({ acts }, customer) => {
    acts.buyPlan(customer, 'agency')
    acts.refund(acts.buyOnce(customer, 'agent-credits-500'), 625)
    acts.attachCard(customer)
  },
  'an ended plan': ({ acts, clock }, customer) => {
    const { id } = acts.buyPlan(customer, 'pro')
    clock.advance(DAY)
    acts.end(id)
  },
  'a disputed month, and a refunded and renewed one': ({ acts, clock }, customer) => {
    const { id, payment } = acts.buyPlan(customer, 'pro')
    acts.dispute(payment, 2900)
    clock.advance(31 * DAY)
    acts.refund(acts.renew(id).payment, 2900)
  },
  'a won dispute': ({ acts }, customer) => {
    const dispute = acts.dispute(acts.buyPlan(customer, 'agency').payment, 7500)
    acts.closeDispute(dispute, 'won')
  },
  'two tabs': ({ acts, clock }, customer) => {
    acts.buyPlan(customer, 'pro')
    clock.advance(5_000)
    acts.buyPlan(customer, 'pro')
  },
  'a deleted customer': ({ acts, clock }, customer) => {
    acts.buyPlan(customer, 'pro')
    clock.advance(DAY)
    acts.deleteCustomer(customer)
  },
}

/**
 * Runs a history and delivers its events to a worker that is killed at one call, then delivers the interrupted event
 * again.
 */
const runHistory = async (history: History, crashAt: (state: () => string) => CrashPoint) => {
  const table = await directTable({ now: () => 0 })
  const world = billingWorld(table.db)
  const customer = await world.customerOf('org')
  history(world, customer)
  const crashingDeps = world.settlingWithCrashes(crashAt(() => JSON.stringify([table.rows(), world.calls])))
  for (let deliveries = 0; deliveries < 100; deliveries++) {
    const event = world.events.shift()
    if (event === undefined) break
    await settleMessage(crashingDeps)(messageOf(event)).catch(async (error: Error) => {
      if (error.name !== 'Killed') throw error
      await world.deliver(event)
    })
  }
  const refunds = world.calls.map(withoutId).filter((call) => call.startsWith('refund'))
  return { state: finalState(table.rows()).map(withoutIds), refunds }
}

/** Every shop continues the ids of the one before. */
const withoutId = (text: string): string => text.replaceAll(/_\d{6}/g, '_')
const withoutIds = (row: unknown): unknown => JSON.parse(withoutId(JSON.stringify(row)))

/**
 * Runs a history without a crash. Returns its final state, the number of calls, and the indexes of calls that change a
 * row or the shop.
 */
const runWithoutCrash = async (history: History) => {
  const changingCalls: number[] = []
  let calls = 0
  const outcome = await runHistory(history, (state) => ({
    calls: 0,
    hasCrashed: false,
    async around(run) {
      const call = calls++
      const before = state()
      const answer = await run()
      if (state() !== before) changingCalls.push(call)
      return answer
    },
  }))
  return { outcome, calls, changing: changingCalls }
}

/**
 * Selects the calls to crash at. A crash leaves the state of the last change before it, so one crash after each change
 * suffices. A long run crashes at every call twice.
 */
const crashesOf = ({ calls, changing }: { readonly calls: number; readonly changing: readonly number[] }) =>
  isLong
    ? (['before', 'after'] as const).flatMap((moment) => Array.from({ length: calls }, (_, at) => ({ at, moment })))
    : changing.map((at) => ({ at, moment: 'after' as const }))

describe('the billing worker', () => {
  for (const [name, history] of Object.entries(HISTORIES)) {
    it(`has one effect per event if it is killed at any call: ${name}`, async () => {
      const { outcome, ...callFacts } = await runWithoutCrash(history)
      expect([callFacts.calls > 20, callFacts.changing.length > 0]).toEqual([true, true])
      for (const { at, moment } of crashesOf(callFacts)) {
        const crash = crashPoint(at, moment)
        expect(await runHistory(history, () => crash), `${moment} call ${at}`).toEqual(outcome)
        expect(crash.hasCrashed, `${moment} call ${at}`).toBe(true)
      }
    })
  }
})
