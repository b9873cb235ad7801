import { type Clock, type RowTable, unavailable } from '@signet/kernel'
import type { Stamp, stampRow } from '@signet/notifications/trust-requests/rows'

/** Maximum number of tries that crash the function or time out. */
const TRIES_MAX = 2
/** Any try has ended by then: the function times out after 29 seconds. */
const TRY_MS = 60_000

export interface TryDeps {
  readonly stamps: Pick<RowTable<typeof stampRow>, 'get' | 'putNew' | 'replace'>
  readonly now: Clock
}

type Key = Parameters<TryDeps['stamps']['get']>[0]

export interface Try {
  readonly count: number
  readonly begunAt: string
}

/**
 * Stamping results of PDFs, and the tries to determine them. A PDF that crashes the function cannot be reported by it,
 * so each try is recorded before it starts; after two tries without a result the PDF is unreadable.
 */
export const stampTries = ({ stamps, now }: TryDeps) => {
  /** Returns a new try, or the stamp if it is known by now. @throws 503 while two other tries are running */
  const begin = async (key: Key): Promise<Try | Stamp> => {
    const row = await stamps.get(key)
    if (row?.stamp !== undefined) return row.stamp
    const tries = row?.tries ?? 0
    const begunAt = now().toISOString()
    const isOver = now().getTime() - Date.parse(row?.tried_at ?? begunAt) >= TRY_MS
    if (tries >= TRIES_MAX && !isOver)
      throw unavailable('This document is being prepared for other visitors: try again in a minute', TRY_MS / 1_000)
    const next = tries >= TRIES_MAX ? { stamp: 'unreadable' as const } : { tries: tries + 1, tried_at: begunAt }
    const isFirst = row === undefined
    const isWritten = isFirst
      ? await stamps.putNew(key, next)
      : await stamps.replace(key, next, { stamp: undefined, tries: row.tries, tried_at: row.tried_at })
    // A concurrent request started or ended a try.
    if (!isWritten) return begin(key)
    return next.stamp ?? { count: tries + 1, begunAt }
  }

  return {
    begin,

    async end(key: Key, stamp: Stamp): Promise<void> {
      await stamps.replace(key, { stamp }, { stamp: undefined })
    },

    /** Cancels a try that failed for a reason other than the PDF. */
    async takeBack(key: Key, { count, begunAt }: Try): Promise<void> {
      await stamps.replace(
        key,
        { tries: count - 1, tried_at: begunAt },
        { stamp: undefined, tries: count, tried_at: begunAt },
      )
    },
  }
}
