import { addMs, type Clock, type Log, type RowOf, type RowTable } from '@signet/kernel'
import { monthAfter, type movedAccounts } from '@signet/ledger'
import pMap from 'p-map'
import type { statementRunRow } from '../contract/statement-run-row.ts'
import type { stateAccount } from './state-account.ts'

export interface StatementsDeps {
  readonly runs: RowTable<typeof statementRunRow>
  readonly moved: ReturnType<typeof movedAccounts>
  readonly state: ReturnType<typeof stateAccount>
  readonly isMade: boolean
  readonly now: Clock
  /** Milliseconds from a monotonic clock; the process's own unless a test replaces it. */
  readonly elapsed?: () => number
  readonly log: Pick<Log, 'info' | 'error'>
}

type StatementRunRow = RowOf<typeof statementRunRow>

/** What was written in the last moment of a month is there by then. */
const OVER_AFTER_MS = 3_600_000
/** Less than the function may run. The next run goes on. */
const TIME_MS = 240_000
const PAGE = 50
const AT_ONCE = 8
const MONTHS_BACK = 3
/** A second pass, an hour later, finds whom the index had in neither of two months for a moment. */
const PASSES = 2
const FIRST = ' '

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

const monthBefore = (month: string): string => monthOf(addMs(new Date(`${month}-01T00:00:00.000Z`), -1))

/** Months that are over, the oldest first. */
const monthsOver = (now: Date): readonly string[] => {
  const months: string[] = []
  let month = monthOf(addMs(now, -OVER_AFTER_MS))
  for (let i = 0; i < MONTHS_BACK; i++) {
    month = monthBefore(month)
    months.unshift(month)
  }
  return months
}

const beginning = (month: string): StatementRunRow => ({ passes: 0, moved: month, after: FIRST, failed: 0 })

/** After a pass: the next one, or the end. One with failures is made again. */
const passed = (month: string, { passes, failed }: StatementRunRow, now: Date): StatementRunRow => {
  const done = failed === 0 ? passes + 1 : passes
  const run = { ...beginning(month), passes: done }
  return done < PASSES ? run : { ...run, done_at: now.toISOString() }
}

/**
 * The run after a page of accounts. An account stands at the month in which it moved last: so whoever moved in the month of the
 * statements stands there, or at a later one, and these are looked at in their order.
 */
const advanced = (month: string, run: StatementRunRow, page: readonly string[], now: Date): StatementRunRow => {
  const last = page.at(-1)
  if (last !== undefined && page.length === PAGE) return { ...run, after: last }
  const moved = monthAfter(run.moved)
  return moved <= monthOf(now) ? { ...run, moved, after: FIRST } : passed(month, run, now)
}

const statedPage = async (
  { state, log }: StatementsDeps,
  accounts: readonly string[],
  month: string,
): Promise<number> => {
  const failures = await pMap(
    accounts,
    async (account) => {
      try {
        await state(account, month)
        return 0
      } catch (error) {
        // One account must not stop the others. The next pass tries it again.
        log.error('a statement could not be issued', { tenant_id: account, month, error })
        return 1
      }
    },
    { concurrency: AT_ONCE },
  )
  return failures.reduce<number>((sum, failed) => sum + failed, 0)
}

/** Makes statements of a month until a pass is over or time is up. Returns how many could not be made. */
const passOver = async (deps: StatementsDeps, month: string, isTimeUp: () => boolean): Promise<number> => {
  const { runs, moved, now, log } = deps
  await runs.putNew({ month }, beginning(month))
  let failed = 0
  for (let run = await runs.get({ month }); run && run.done_at === undefined && !isTimeUp(); ) {
    const page = await moved(run.moved, run.after, PAGE)
    const failures = await statedPage(deps, page, month)
    failed += failures
    const { passes, moved: at, after } = run
    const next = advanced(month, { ...run, failed: run.failed + failures }, page, now())
    // Another run is at it, as far as this one or further: it goes on.
    if (!(await runs.replace({ month }, next, { passes, moved: at, after }))) break
    const isPassOver = next.moved === month && next.after === FIRST
    if (isPassOver) log.info('a pass of statements is over', { month, passes: next.passes, done: next.done_at })
    if (isPassOver) break
    run = next
  }
  return failed
}

/**
 * Issues the statements of months that are over, one for each account that had movements. It goes on where the last run
 * stopped, may be killed anywhere, and reads no more than the accounts that moved since.
 *
 * @throws Error if some could not be issued: they come again with the next pass
 */
export const issueStatements = (deps: StatementsDeps) => async (): Promise<{ readonly failed: number }> => {
  const { isMade, now, elapsed = () => performance.now() } = deps
  if (!isMade) return { failed: 0 }
  const began = elapsed()
  const isTimeUp = () => elapsed() - began > TIME_MS
  let failed = 0
  for (const month of monthsOver(now())) failed += await passOver(deps, month, isTimeUp)
  if (failed > 0) throw new Error(`${failed} statements could not be issued; the next pass tries them again`)
  return { failed }
}
