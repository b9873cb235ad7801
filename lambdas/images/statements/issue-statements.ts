import { addMs, type Clock, type Log, type RowOf, type RowTable } from '@signet/kernel'
import { monthAfter, type movedAccounts } from '@signet/ledger'
import pMap from 'p-map'
import type { statementRunRow } from '../contract/statement-run-row.ts'
import type { issueAccountStatement } from './account-statement.ts'

export interface StatementsDeps {
  readonly runs: RowTable<typeof statementRunRow>
  readonly movedAccounts: ReturnType<typeof movedAccounts>
  readonly issueStatement: ReturnType<typeof issueAccountStatement>
  readonly isEnabled: boolean
  readonly now: Clock
  /** Milliseconds from a monotonic clock; default: that of the process. */
  readonly elapsed?: () => number
  readonly log: Pick<Log, 'info' | 'error'>
}

type StatementRunRow = RowOf<typeof statementRunRow>

/** Delay after the end of a month, so that its last writes are visible. */
const MONTH_END_DELAY_MS = 3_600_000
/** Shorter than the timeout of the function. The next run processes the other accounts. */
const TIME_BUDGET_MS = 240_000
const PAGE_SIZE = 50
const CONCURRENCY = 8
const MONTHS_CHECKED = 3
/**
 * Number of passes. The second one, an hour later, finds accounts that were between two months of the index during the
 * first.
 */
const PASSES = 2
/** Sorts before every account ID. */
const BEFORE_FIRST_ACCOUNT = ' '

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

const monthBefore = (month: string): string => monthOf(addMs(new Date(`${month}-01T00:00:00.000Z`), -1))

/** Returns the last months that have ended, oldest first. */
const endedMonths = (now: Date): readonly string[] => {
  const months: string[] = []
  let month = monthOf(addMs(now, -MONTH_END_DELAY_MS))
  for (let i = 0; i < MONTHS_CHECKED; i++) {
    month = monthBefore(month)
    months.unshift(month)
  }
  return months
}

const firstRun = (month: string): StatementRunRow => ({
  passes: 0,
  moved: month,
  after: BEFORE_FIRST_ACCOUNT,
  failed: 0,
})

/** Starts the next pass, or marks the run as done. A pass with failures is repeated. */
const runAfterPass = (month: string, { passes, failed }: StatementRunRow, now: Date): StatementRunRow => {
  const passesDone = failed === 0 ? passes + 1 : passes
  const run = { ...firstRun(month), passes: passesDone }
  return passesDone < PASSES ? run : { ...run, done_at: now.toISOString() }
}

/**
 * Advances the run by a page of accounts. The index lists an account at the month of its last movement. Accounts with
 * movements in the month of the statements are therefore listed there or at a later month, and the months are read in
 * order.
 */
const runAfterPage = (month: string, run: StatementRunRow, page: readonly string[], now: Date): StatementRunRow => {
  const last = page.at(-1)
  if (last !== undefined && page.length === PAGE_SIZE) return { ...run, after: last }
  const moved = monthAfter(run.moved)
  return moved <= monthOf(now) ? { ...run, moved, after: BEFORE_FIRST_ACCOUNT } : runAfterPass(month, run, now)
}

/** Issues the statements of these accounts. Returns the number of failures. */
const issuePage = async (
  { issueStatement, log }: StatementsDeps,
  accounts: readonly string[],
  month: string,
): Promise<number> => {
  const failures = await pMap(
    accounts,
    async (account) => {
      try {
        await issueStatement(account, month)
        return 0
      } catch (error) {
        // A failing account must not stop the others. The next pass retries it.
        log.error('statement not issued', { tenant_id: account, month, error })
        return 1
      }
    },
    { concurrency: CONCURRENCY },
  )
  return failures.reduce<number>((sum, failed) => sum + failed, 0)
}

/** Issues statements of a month until the pass is complete or time runs out. Returns the number of failures. */
const runPass = async (deps: StatementsDeps, month: string, isTimeUp: () => boolean): Promise<number> => {
  const { runs, movedAccounts, now, log } = deps
  await runs.putNew({ month }, firstRun(month))
  let failed = 0
  for (let run = await runs.get({ month }); run && run.done_at === undefined && !isTimeUp(); ) {
    const page = await movedAccounts(run.moved, run.after, PAGE_SIZE)
    const failures = await issuePage(deps, page, month)
    failed += failures
    const { passes, moved: indexMonth, after } = run
    const next = runAfterPage(month, { ...run, failed: run.failed + failures }, page, now())
    // Another run has advanced at least as far, and continues.
    if (!(await runs.replace({ month }, next, { passes, moved: indexMonth, after }))) break
    const isPassOver = next.moved === month && next.after === BEFORE_FIRST_ACCOUNT
    if (isPassOver) log.info('pass of statements finished', { month, passes: next.passes, done: next.done_at })
    if (isPassOver) break
    run = next
  }
  return failed
}

/**
 * Issues the statements of past months, one for each account with movements. Continues where the last run stopped, may
 * be interrupted anywhere, and reads only accounts with movements.
 * @throws Error if some statements could not be issued; the next pass retries them
 */
export const issueStatements = (deps: StatementsDeps) => async (): Promise<{ readonly failed: number }> => {
  const { isEnabled, now, elapsed = () => performance.now() } = deps
  if (!isEnabled) return { failed: 0 }
  const startedMs = elapsed()
  const isTimeUp = () => elapsed() - startedMs > TIME_BUDGET_MS
  let failed = 0
  for (const month of endedMonths(now())) failed += await runPass(deps, month, isTimeUp)
  if (failed > 0) throw new Error(`${failed} statements could not be issued; the next pass tries them again`)
  return { failed }
}
