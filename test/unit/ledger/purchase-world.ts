import type { Account } from '@signet/ledger'
import { accountTable, creditStatement, entryTable, graceTable, paymentTable, reversedMonthTable } from '@signet/ledger'
import { pledgeTable } from '../../../lambdas/images/credits/pledge-table.ts'
import { bookPurchase, PurchaseEvent } from '../../../lambdas/images/credits/purchases.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { milestoneTable } from '../../../lambdas/images/models/milestone-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../support/granted.ts'
import { jobRow, manualClock } from '../../support/sample-job.ts'
import { TABLE, type TableWorld } from '../../support/table-world.ts'

/** Billing and jobs of accounts in one table, with a manual clock. */
export const purchaseWorld = ({ db }: TableWorld, start = new Date('2026-10-01T12:00:00.000Z')) => {
  const clock = manualClock(start)
  const deps = { db, table: TABLE, now: clock.now, isOwnAccount: async (id: string) => !id.startsWith('shared-') }
  const accounts = accountTable(deps)
  const payments = paymentTable(deps)
  const graces = graceTable(deps)
  const log = createLog({ write: () => {} })
  const book = bookPurchase({
    accounts,
    pledges: pledgeTable(deps),
    graces,
    reversedMonths: reversedMonthTable(deps),
    now: clock.now,
    log,
  })
  return {
    clock,
    deps,
    accounts,
    payments,
    jobs: jobTable(deps),
    milestone: milestoneTable({ db, table: TABLE }),
    book: (event: unknown) => book(PurchaseEvent.parse(event)),
    account: (id: string): Promise<Account> => accounts.read(id),
    statement: creditStatement({ accounts, entries: entryTable(deps), now: clock.now }),
    /** Creates a queued job that holds its price. */
    async hold(id: string, price: number): Promise<JobRow> {
      const row = jobRow({ tenant_id: id, created_at: clock.now().toISOString() })
      const payment = payments.credits(await payments.account(id), price)
      const admission = await requireGranted(admissionTable(deps).admit(row, undefined, payment))
      if (admission.kind !== 'admitted') throw new Error('The job was not admitted')
      return admission.row
    },
    /** Creates a charged job. */
    async spend(id: string, price: number): Promise<void> {
      const row = await this.hold(id, price)
      const started = await this.jobs.move(row, 'start')
      const painted = started && (await this.jobs.move(started, 'paint'))
      if (!painted || !(await this.jobs.move(painted, 'finish'))) throw new Error('The job did not finish')
    },
  }
}

export const DAY_MS = 86_400_000
/** Returns the start of a day, counted from 1 October 2026. */
export const day = (n: number): string => new Date(Date.UTC(2026, 9, 1) + n * DAY_MS).toISOString()

/** Returns a paid month, counted from 0. */
export const month = (account_id: string, plan: 'pro' | 'agency', n: number) => ({
  op: 'pay_month',
  account_id,
  plan,
  invoice_id: `${plan}-${n}`,
  paid_cents: plan === 'pro' ? 2900 : 7500,
  period_start: day(n * 30),
  period_end: day(n * 30 + 30),
})

export const pack = (account_id: string, payment_id: string, pack_id = 'agent-credits-500') => ({
  op: 'grant_pack',
  account_id,
  payment_id,
  pack_id,
})
