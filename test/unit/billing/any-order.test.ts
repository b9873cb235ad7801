import { PRODUCTS } from '@signet/ledger'
import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { subscriptionOf } from '../../../lambdas/billing/stripe/stripe-objects.ts'
import { directTable } from '../../support/direct-table.ts'
import { scaled } from '../../support/scale.ts'
import { billingWorld } from './billing-world.ts'
import { finalState } from './final-state.ts'

type World = ReturnType<typeof billingWorld>
type Deliver = (world: World, event: Stripe.Event) => Promise<void>

const DAY = 86_400_000

/** Steps of an account's history. A step that is impossible in the current state is skipped. */
const STEPS = [
  'plan',
  'agency',
  'renew',
  'fail',
  'recover',
  'cancel',
  'end',
  'pack',
  'bundle',
  'refund',
  'monthBack',
  'dispute',
  'close',
  'card',
] as const
type Step = (typeof STEPS)[number]

const actionRunner = ({ acts, clock }: World, customer: string) => {
  const running: string[] = []
  const paid: string[] = []
  const months: { readonly payment: string; readonly cents: number }[] = []
  const disputes: string[] = []
  const buy = (product: 'pro' | 'agency') => {
    const { id, payment } = acts.buyPlan(customer, product)
    running.push(id)
    months.push({ payment, cents: PRODUCTS[product].cents })
  }
  let hasRenewed = false
  const withLast = <Each>(all: readonly Each[], action: (each: Each) => unknown) => {
    const latest = all.at(-1)
    if (latest !== undefined) action(latest)
  }
  const actionsByStep: Readonly<Record<Step, () => void>> = {
    plan: () => buy('pro'),
    agency: () => buy('agency'),
    // Only once: a month is far longer than Stripe repeats events for.
    renew: () =>
      withLast(hasRenewed ? [] : running, (id) => {
        hasRenewed = true
        clock.advance(31 * DAY)
        const { payment, invoice } = acts.renew(id)
        months.push({ payment, cents: invoice.amount_paid })
      }),
    fail: () => withLast(running, acts.failPayment),
    recover: () => withLast(running, acts.recover),
    cancel: () => withLast(running, acts.cancelLater),
    end: () => withLast(running.splice(-1), acts.end),
    pack: () => void paid.push(acts.buyOnce(customer, 'agent-credits-500')),
    bundle: () => void acts.buyOnce(customer, 'ciso-trust-bundle'),
    // Half the price of the pack.
    refund: () => withLast(paid.splice(-1), (id) => acts.refund(id, 625)),
    // The latest month, then the month before. A month is refunded or disputed once at most.
    monthBack: () => withLast(months.splice(-1), ({ payment, cents }) => acts.refund(payment, cents)),
    dispute: () =>
      withLast(months.splice(-1), ({ payment, cents }) => void disputes.push(acts.dispute(payment, cents))),
    close: () =>
      withLast(disputes.splice(-1), (id) => acts.closeDispute(id, disputes.length % 2 === 0 ? 'lost' : 'won')),
    card: () => acts.attachCard(customer),
  }
  return (step: Step) => {
    actionsByStep[step]()
    clock.advance(3_600_000)
  }
}

const deliverByRereading: Deliver = (world, event) => world.deliver(event)

/** The planted fault that the test must find: it trusts the content of an event instead of the current state. */
const deliverTrustingContent: Deliver = async (world, event) => {
  const { processor } = world.settling
  const object = event.data.object as Stripe.Subscription
  const delivered = object.object === 'subscription' ? [subscriptionOf(object)] : undefined
  const faultyProcessor = { ...processor, ...(delivered ? { subscriptions: async () => delivered } : {}) }
  await world.deliver(event, { ...world.settling, processor: faultyProcessor })
}

/** `order`: sort keys of the deliveries. `repeats`: indexes of events that are delivered twice. */
const histories = fc.record({
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 8 }),
  order: fc.array(fc.nat(10_000), { minLength: 60, maxLength: 60 }),
  repeats: fc.array(fc.nat(59), { maxLength: 6 }),
})

/** Delivers one history in one order: every event once and some twice. */
const deliverHistory = async (
  steps: readonly Step[],
  arrange: (events: readonly Stripe.Event[]) => readonly Stripe.Event[],
  deliver: Deliver,
): Promise<unknown> => {
  const table = await directTable({ now: () => 0 })
  const world = billingWorld(table.db)
  const customer = await world.customerOf('org')
  const runStep = actionRunner(world, customer)
  for (const step of steps) runStep(step)
  for (const event of arrange(world.events.splice(0))) await deliver(world, event)
  // Events that the worker itself has caused are delivered too.
  for (const event of world.events.splice(0)) await deliver(world, event)
  // Each shop continues the ids of the one before.
  const ids = new Map<string, string>()
  const text = JSON.stringify(finalState(table.rows())).replaceAll(/([a-z]+)_(\d{6})/g, (name, kind: string) => {
    const stableId = ids.get(name) ?? `${kind}_${ids.size}`
    ids.set(name, stableId)
    return stableId
  })
  return JSON.parse(text)
}

let schedules = 0
interface History {
  readonly steps: readonly Step[]
  readonly order: readonly number[]
  readonly repeats: readonly number[]
}

const deliverInBothOrders = async ({ steps, order, repeats }: History, deliver: Deliver) => {
  schedules += 1
  const inOrder = await deliverHistory(steps, (events) => events, deliver)
  const mixed = await deliverHistory(
    steps,
    (events) =>
      [...events, ...repeats.flatMap((i) => events[i] ?? [])]
        .map((event, i) => [order[i % order.length] ?? 0, event] as const)
        .sort(([a], [b]) => a - b)
        .map(([, event]) => event),
    deliver,
  )
  return { inOrder, mixed }
}

const hasSameOutcome = async (history: History, deliver: Deliver): Promise<boolean> => {
  const { inOrder, mixed } = await deliverInBothOrders(history, deliver)
  return JSON.stringify(inOrder) === JSON.stringify(mixed)
}

const RUNS = scaled(20, 10_000)

describe('I12: any order and duplication of one set of events', () => {
  afterAll(() => expect(schedules).toBeGreaterThanOrEqual(RUNS))

  const checkAnyOrder = async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { inOrder, mixed } = await deliverInBothOrders(history, deliverByRereading)
        expect(mixed).toEqual(inOrder)
      }),
      {
        numRuns: RUNS,
        seed: 20_261_122,
        // The refund of a duplicate's month is reported before the duplicate's purchase.
        examples: [
          [
            {
              steps: ['plan', 'plan', 'monthBack', 'plan'],
              order: [2, 2, 2, 2, 2, 2, ...Array.from({ length: 54 }, () => 0)],
              repeats: [],
            },
          ],
        ],
      },
    )
  }
  it('reach one final state', checkAnyOrder, scaled(120_000, 3_600_000))

  it('reach different states if events are trusted, which the same test detects', async () => {
    const numRuns = scaled(16, 40)
    const differing = []
    for (const history of fc.sample(histories, { numRuns, seed: 7 })) {
      // The status changes several times, so that an old event contradicts the current state.
      const steppedHistory = { ...history, steps: ['plan', 'fail', 'recover', 'end'] as const }
      if (!(await hasSameOutcome(steppedHistory, deliverTrustingContent))) differing.push(history)
    }
    expect(differing.length).toBeGreaterThan(numRuns / 8)
  })
})
