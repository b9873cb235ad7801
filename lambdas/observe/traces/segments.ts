import { type Level, startOf } from '../counters/units.ts'
import type { CountBucket, Status } from './count-buckets.ts'

/** Traces of all workers that began in a day, an hour or five minutes. */
export interface Segment {
  readonly level: Level
  readonly slot: number
  readonly places: readonly CountBucket[]
  readonly rows: number
}

/** The segments that a page stands in, and how many traces of the first are before it. */
export interface Segments {
  readonly segments: readonly Segment[]
  readonly before: number
}

export const rowsOf = (places: readonly CountBucket[], statuses: readonly Status[]): number =>
  places.reduce((sum, { rows }) => sum + statuses.reduce((all, status) => all + rows[status], 0), 0)

/** Places by day, hour or five minutes, the newest first; times without traces have none. */
export const segmentsOf = (
  level: Level,
  places: readonly CountBucket[],
  statuses: readonly Status[],
): readonly Segment[] =>
  [...Map.groupBy(places, ({ slot }) => startOf(level, slot))]
    .map(([slot, group]) => ({ level, slot, places: group, rows: rowsOf(group, statuses) }))
    .filter(({ rows }) => rows > 0)
    .toSorted((one, other) => other.slot - one.slot)

/** Passes over whole segments by their counts alone, and takes as many as the page needs. */
export const within = (segments: readonly Segment[], before: number, limit: number): Segments => {
  let skip = before
  let have = 0
  const needed: Segment[] = []
  for (const segment of segments) {
    if (needed.length === 0 && skip >= segment.rows) skip -= segment.rows
    else if (have < skip + limit) {
      needed.push(segment)
      have += segment.rows
    }
  }
  return { segments: needed, before: skip }
}
