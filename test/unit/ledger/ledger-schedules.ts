import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { TableDeps } from '@signet/kernel'
import { newUuid, Refusal } from '@signet/kernel'
import { accountTable, paymentTable, reversedMonthTable } from '@signet/ledger'
import fc from 'fast-check'
import { pledgeTable } from '../../../lambdas/images/credits/pledge-table.ts'
import { bookPurchase, PurchaseEvent } from '../../../lambdas/images/credits/purchases.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { directTable } from '../../support/direct-table.ts'
import { requireGranted } from '../../support/granted.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { jobRow, manualClock } from '../../support/sample-job.ts'
import { TABLE } from '../../support/table-world.ts'
import { interleave, Killed, seededRandom, WeeksPass } from './interleaving.ts'
import { brokenInvariants, brokenStep, type LedgerState, ledgerState } from './ledger-invariants.ts'

const DAY_MS = 86_400_000
const ACCOUNT = 'acct'
const START = new Date(Date.UTC(2026, 9, 1, 12))
const log = createLog({ write: () => {} })

/**
 * An event of an account: a job from admission to its end, a purchase as billing reports it, or a number of days that
 * pass.
 */
export type LedgerEvent =
  | { readonly job: number; readonly price: number; readonly end: 'finish' | 'fail' | 'delete' | 'none' }
  | { readonly buys: Record<string, unknown> }
  | { readonly wait: number }

const day = (n: number): string => new Date(Date.UTC(2026, 9, 1) + n * DAY_MS).toISOString()

/** Few IDs, so that the same purchase is reported several times. */
const purchase = fc.oneof(
  fc.record({
    op: fc.constant('grant_pack'),
    payment_id: fc.constantFrom('p1', 'p2'),
    pack_id: fc.constantFrom('agent-credits-500', 'agent-credits-1000'),
  }),
  fc
    .record({
      op: fc.constant('pay_month'),
      month: fc.integer({ min: 0, max: 3 }),
      plan: fc.constantFrom('pro', 'agency'),
    })
    .map(({ op, month, plan }) => ({
      op,
      plan,
      invoice_id: `i${month}`,
      paid_cents: 2900,
      period_start: day(month * 30),
      period_end: day(month * 30 + 30),
    })),
  fc.record({
    op: fc.constant('end_plan'),
    subscription_id: fc.constantFrom('s1', 's2'),
    ended_at: fc.constantFrom(day(50), day(75)),
  }),
  fc.record({
    op: fc.constant('refund'),
    refund_id: fc.constantFrom('r1', 'r2'),
    credits: fc.constantFrom(100, 500, 1000),
    cents: fc.constant(1250),
  }),
  fc.constant({ op: 'expire' }),
)

const monthPaid = (plan: string, month: number): LedgerEvent => ({
  buys: {
    op: 'pay_month',
    plan,
    invoice_id: `i${month}`,
    paid_cents: 2900,
    period_start: day(month * 30),
    period_end: day(month * 30 + 30),
  },
})

/** The job that some premises leave open. */
const HELD_JOB = 9

/** The history of an account before a schedule. */
const PREMISES: Readonly<Record<string, readonly LedgerEvent[]>> = {
  'never used': [],
  'pro with a pack': [
    monthPaid('pro', 0),
    { buys: { op: 'grant_pack', payment_id: 'p0', pack_id: 'agent-credits-500' } },
  ],
  'agency in its second month': [monthPaid('agency', 0), { wait: 30 }, monthPaid('agency', 1)],
  'in grace, with spent welcome credits': [
    monthPaid('agency', 0),
    { job: 10, price: 40, end: 'finish' },
    { wait: 20 },
    { buys: { op: 'end_plan', subscription_id: 's0', ended_at: day(20) } },
  ],
  'past its grace, not booked yet': [
    monthPaid('agency', 0),
    { buys: { op: 'end_plan', subscription_id: 's0', ended_at: day(20) } },
    { wait: 70 },
  ],
  'pro with a job held': [monthPaid('pro', 0), { job: HELD_JOB, price: 600, end: 'none' }],
  'agency with a job held': [monthPaid('agency', 0), { job: HELD_JOB, price: 600, end: 'none' }],
  'nearly empty': [{ job: 10, price: 40, end: 'finish' }],
}

/** Generates a premise, concurrent events after it, and the seed of their order. */
export const ledgerSchedule = (): fc.Arbitrary<[keyof typeof PREMISES, LedgerEvent[], number]> =>
  fc.tuple(
    fc.constantFrom(...Object.keys(PREMISES)),
    fc.array(ledgerEvent, { minLength: 2, maxLength: 3 }),
    fc.integer(),
  )

/** Generates a plan that ends or renews, perhaps as another, while a held job ends concurrently, and another event. */
export const heldSchedule = (): fc.Arbitrary<[keyof typeof PREMISES, LedgerEvent[], number]> =>
  fc.tuple(
    fc.constantFrom('pro with a job held', 'agency with a job held'),
    fc
      .tuple(
        fc.constantFrom<LedgerEvent>(monthPaid('pro', 1), monthPaid('agency', 1), {
          buys: { op: 'end_plan', subscription_id: 's0', ended_at: day(20) },
        }),
        fc
          .constantFrom('fail' as const, 'delete' as const, 'finish' as const)
          .map((end): LedgerEvent => ({ job: HELD_JOB, price: 600, end })),
        ledgerEvent,
      )
      .chain((events) => fc.shuffledSubarray(events, { minLength: 2 })),
    fc.integer(),
  )

const ledgerEvent: fc.Arbitrary<LedgerEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      job: fc.nat({ max: 9 }),
      price: fc.constantFrom(1, 2, 5, 20, 40, 600),
      end: fc.constantFrom('finish', 'finish', 'fail', 'delete', 'none'),
    }),
  },
  { weight: 3, arbitrary: purchase.map((buys) => ({ buys })) },
  { weight: 1, arbitrary: fc.constantFrom(1, 40, 60).map((wait) => ({ wait })) },
)

/** Reserves a job's credits, with the production code or with a planted fault. */
export type Admit = (deps: TableDeps, row: ReturnType<typeof jobRow>, price: number, key: string) => Promise<string>

/** The admission of the production code. */
export const productionAdmit: Admit = async (deps, row, price, key) => {
  const payments = paymentTable(withOwnAccounts(deps))
  const payment = payments.credits(await payments.account(row.tenant_id), price)
  const admission = await requireGranted(admissionTable(deps).admit(row, { key, fingerprint: key }, payment))
  return admission.kind === 'admitted' ? row.job_id : admission.jobId
}

const isRefusal = (error: unknown): boolean => error instanceof Refusal

/** Runs one schedule. Returns the violated rules and the final account. */
export const ledgerRunner = async (admit: Admit = productionAdmit) => {
  let clock = manualClock(START)
  const table = await directTable({ now: () => clock.now().getTime() })
  const stateNow = (): LedgerState => ledgerState(table.rows())

  const runJob = async (deps: TableDeps, { job, price, end }: Extract<LedgerEvent, { job: number }>) => {
    const row = jobRow({
      tenant_id: ACCOUNT,
      job_id: newUuid(),
      created_at: clock.now().toISOString(),
      expires_at: 2_000_000_000,
    })
    const jobs = jobTable(deps)
    const key = { tenantId: ACCOUNT, jobId: await admit(deps, row, price, `job ${job}`) }
    const stored = await jobs.get(key)
    if (!stored || end === 'none') return
    if (end === 'delete') {
      await jobs.softDelete(key)
      return
    }
    const started = stored.state === 'queued' ? await jobs.move(stored, 'start') : stored
    if (!started) return
    if (end === 'fail') await jobs.move(started, 'fail')
    else {
      const painted = started.state === 'processing' ? await jobs.move(started, 'paint') : started
      if (painted) await jobs.move(painted, 'finish')
    }
  }

  const runEvent = async (db: DynamoDBDocumentClient, event: LedgerEvent): Promise<void> => {
    const deps: TableDeps = {
      db,
      table: TABLE,
      now: () => clock.now(),
      backoff: { sleep: async () => {}, random: () => 0 },
    }
    if ('wait' in event) {
      if (db !== table.db) await db.send(new WeeksPass() as never)
      clock.advance(event.wait * DAY_MS)
      return
    }
    if ('job' in event) return runJob(deps, event)
    const purchase = event.buys.op === 'expire' ? event.buys : { ...event.buys, account_id: ACCOUNT }
    const graces = {
      recordStep: () => ({ Put: { TableName: TABLE, Item: { pk: `CR#${ACCOUNT}`, sk: 'GRACE' } } }),
      // Lists the account, whether its grace has ended or not.
      endedBy: async function* () {
        yield ACCOUNT
      },
      remove: async () => {},
    }
    const book = bookPurchase({
      reversedMonths: reversedMonthTable(deps),
      accounts: accountTable(withOwnAccounts(deps)),
      pledges: pledgeTable(deps),
      graces,
      now: () => clock.now(),
      log,
    })
    await book(PurchaseEvent.parse(purchase))
  }

  /** Delivers at least once: a killed delivery is repeated until it succeeds. */
  const deliverUntilDone =
    (event: LedgerEvent) =>
    async (db: DynamoDBDocumentClient): Promise<void> => {
      for (;;) {
        try {
          return await runEvent(db, event)
        } catch (error) {
          if (isRefusal(error)) return
          if (!(error instanceof Killed)) throw error
        }
      }
    }

  const statesByPremise = new Map<string, { restore: () => void; at: Date }>()
  const restoreEmpty = table.remember()
  for (const [name, events] of Object.entries(PREMISES)) {
    restoreEmpty()
    clock = manualClock(START)
    for (const event of events) await runEvent(table.db, event)
    statesByPremise.set(name, { restore: table.remember(), at: clock.now() })
  }

  return {
    state: stateNow,
    async run(premise: keyof typeof PREMISES, events: readonly LedgerEvent[], seed: number): Promise<string[]> {
      const { restore, at } = statesByPremise.get(premise)!
      restore()
      clock = manualClock(at)
      const broken: string[] = []
      let before = stateNow()
      const after = () => {
        const currentState = stateNow()
        broken.push(...brokenInvariants(currentState), ...brokenStep(before, currentState, clock.now()))
        before = currentState
      }
      await interleave(table, events.map(deliverUntilDone), { random: seededRandom(seed), after })
      return broken
    },
  }
}
