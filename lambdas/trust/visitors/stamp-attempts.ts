import { type Clock, type RowTable, unavailable } from '@signet/kernel'
import type { Stamp, stampRow } from '@signet/notifications/trust-requests/rows'

/** Maximum number of attempts per PDF that crash the function or time out. */
const ATTEMPTS_MAX = 2
/** Exceeds the function timeout of 29 seconds, so that any attempt has ended by then. */
const ATTEMPT_MS = 60_000

export interface StampAttemptDeps {
  readonly stamps: Pick<RowTable<typeof stampRow>, 'get' | 'putNew' | 'replace'>
  readonly now: Clock
}

type Key = Parameters<StampAttemptDeps['stamps']['get']>[0]

export interface StampAttempt {
  readonly count: number
  readonly begunAt: string
}

/**
 * Stamping results of PDFs, and the attempts to determine them. An attempt that crashes the function cannot report
 * this, so each attempt is recorded before it starts. After two attempts without a result, the PDF counts as
 * unreadable.
 */
export const stampAttempts = ({ stamps, now }: StampAttemptDeps) => {
  /**
   * Returns a new attempt, or the stamp if it is known.
   * @throws Refusal 503 while two other attempts are running
   */
  const begin = async (key: Key): Promise<StampAttempt | Stamp> => {
    const row = await stamps.get(key)
    if (row?.stamp !== undefined) return row.stamp
    const attempts = row?.tries ?? 0
    const begunAt = now().toISOString()
    const hasEnded = now().getTime() - Date.parse(row?.tried_at ?? begunAt) >= ATTEMPT_MS
    if (attempts >= ATTEMPTS_MAX && !hasEnded)
      throw unavailable('This document is being prepared for other visitors: try again in a minute', ATTEMPT_MS / 1_000)
    const next =
      attempts >= ATTEMPTS_MAX ? { stamp: 'unreadable' as const } : { tries: attempts + 1, tried_at: begunAt }
    const isFirst = row === undefined
    const isWritten = isFirst
      ? await stamps.putNew(key, next)
      : await stamps.replace(key, next, { stamp: undefined, tries: row.tries, tried_at: row.tried_at })
    // A concurrent request started or ended an attempt.
    if (!isWritten) return begin(key)
    return next.stamp ?? { count: attempts + 1, begunAt }
  }

  return {
    begin,

    async end(key: Key, stamp: Stamp): Promise<void> {
      await stamps.replace(key, { stamp }, { stamp: undefined })
    },

    /** Cancels an attempt that failed for a reason other than the PDF. */
    async cancel(key: Key, { count, begunAt }: StampAttempt): Promise<void> {
      await stamps.replace(
        key,
        { tries: count - 1, tried_at: begunAt },
        { stamp: undefined, tries: count, tried_at: begunAt },
      )
    },
  }
}
