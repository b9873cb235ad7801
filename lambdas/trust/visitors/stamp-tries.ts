import { type Clock, type RowTable, unavailable } from '@signet/kernel'
import type { Stamp, stampRow } from '@signet/notifications/trust-requests/rows'

/** How often a PDF is tried that ended the function, or its time, each time. */
const TRIES_MAX = 2
/** After so long a try has ended, one way or the other: the function has 29 seconds. */
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
 * What is known of PDFs, and the tries to find it out. A PDF that is too much for a function ends it, and nobody is left to say so:
 * therefore a try is a row before it begins, and the third finds that two have not come back.
 */
export const stampTries = ({ stamps, now }: TryDeps) => {
  /** A try that may begin, or the stamp that is known meanwhile. @throws 503 while two others go on */
  const begin = async (key: Key): Promise<Try | Stamp> => {
    const row = await stamps.get(key)
    if (row?.stamp !== undefined) return row.stamp
    const tries = row?.tries ?? 0
    const begunAt = now().toISOString()
    const isOver = now().getTime() - Date.parse(row?.tried_at ?? begunAt) >= TRY_MS
    if (tries >= TRIES_MAX && !isOver)
      throw unavailable('This document is being prepared for others: try again in a minute', TRY_MS / 1_000)
    const next = tries >= TRIES_MAX ? { stamp: 'unreadable' as const } : { tries: tries + 1, tried_at: begunAt }
    const isFirst = row === undefined
    const isWritten = isFirst
      ? await stamps.putNew(key, next)
      : await stamps.replace(key, next, { stamp: undefined, tries: row.tries, tried_at: row.tried_at })
    // Somebody else began or ended a try at the same moment.
    if (!isWritten) return begin(key)
    return next.stamp ?? { count: tries + 1, begunAt }
  }

  return {
    begin,

    async end(key: Key, stamp: Stamp): Promise<void> {
      await stamps.replace(key, { stamp }, { stamp: undefined })
    },

    /** Takes a try back that said nothing of the PDF: the fault was ours. */
    async takeBack(key: Key, { count, begunAt }: Try): Promise<void> {
      await stamps.replace(
        key,
        { tries: count - 1, tried_at: begunAt },
        { stamp: undefined, tries: count, tried_at: begunAt },
      )
    },
  }
}
