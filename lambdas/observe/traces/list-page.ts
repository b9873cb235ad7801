import pMap from 'p-map'
import { LEVELS, type Level, SLOT_US, spanAt, startOf } from '../counters/units.ts'
import type { Window } from '../workers/windows.ts'
import {
  type CountBucket,
  type CountBucketDeps,
  countBucketOf,
  countBucketsIn,
  type Status,
  wholeSlots,
} from './count-buckets.ts'
import { newestFirst, type TraceEntry } from './entry.ts'

interface Segment {
  readonly level: Level
  readonly slot: number
  readonly buckets: readonly CountBucket[]
  readonly rows: number
}

/** Segments of a page, and the number of traces of the first segment that precede the page. */
interface Segments {
  readonly segments: readonly Segment[]
  readonly before: number
}

const rowsOf = (buckets: readonly CountBucket[], statuses: readonly Status[]): number =>
  buckets.reduce((sum, { rows }) => sum + statuses.reduce((all, status) => all + rows[status], 0), 0)

/** Returns segments by day, hour or five minutes, newest first. Times without traces have no segment. */
const segmentsOf = (level: Level, buckets: readonly CountBucket[], statuses: readonly Status[]): readonly Segment[] =>
  [...Map.groupBy(buckets, ({ slot }) => startOf(level, slot))]
    .map(([slot, group]) => ({ level, slot, buckets: group, rows: rowsOf(group, statuses) }))
    .filter(({ rows }) => rows > 0)
    .toSorted((one, other) => other.slot - one.slot)

const within = (segments: readonly Segment[], before: number, limit: number): Segments => {
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

export interface Page {
  readonly statuses: readonly Status[]
  readonly limit: number
  readonly offset: number
}

interface TraceListDeps extends CountBucketDeps {
  readonly tenant: string
  readonly windows: ReadonlyMap<string, Window>
}

const AT_ONCE = { concurrency: 16 }
const BUSY_HOUR = 1_000

const refinedBuckets = async (
  list: TraceListDeps,
  bucket: CountBucket,
  levels: readonly Level[],
): Promise<readonly CountBucket[]> => {
  const window = list.windows.get(bucket.worker)
  if (!window || levels.includes(bucket.level)) return [bucket]
  const visibleSlots = wholeSlots(window)
  const whole = spanAt(bucket.level, bucket.slot)
  const from = Math.max(whole.from, visibleSlots.from)
  const to = Math.min(whole.to, visibleSlots.to)
  const who = { tenant: list.tenant, worker: bucket.worker }
  const units = await list.counters.rowUnits(who, [{ from, to }], levels, [whole])
  return units.map(countBucketOf(bucket.worker))
}

const refined = async (
  list: TraceListDeps,
  segments: readonly Segment[],
  level: 'H1' | 'M5',
  statuses: readonly Status[],
) => {
  const levels = level === 'H1' ? (['H1', 'M5'] as const) : (['M5'] as const)
  const parts = await pMap(
    segments,
    async (segment) => {
      if (level === 'M5' && segment.rows <= BUSY_HOUR) return [segment]
      const buckets = await pMap(segment.buckets, (bucket) => refinedBuckets(list, bucket, levels), AT_ONCE)
      return segmentsOf(level, buckets.flat(), statuses)
    },
    AT_ONCE,
  )
  return parts.flat()
}

const entriesIn = async (
  { tenant, hours, windows }: TraceListDeps,
  { level, slot, buckets }: Segment,
  statuses: readonly Status[],
  most: number,
): Promise<readonly TraceEntry[]> => {
  const first = slot * SLOT_US
  const last = (slot + LEVELS[level].width) * SLOT_US - 1
  const lists = [...Map.groupBy(buckets, ({ worker }) => worker)].flatMap(([worker, group]) => {
    const window = windows.get(worker)
    return statuses.flatMap((status) =>
      window && rowsOf(group, [status]) > 0
        ? [
            {
              hour: { tenant, worker, status, hour: startOf('H1', slot) },
              starts: { from: Math.max(window.from, first), until: Math.min(window.until, last) },
            },
          ]
        : [],
    )
  })
  const rows = await pMap(lists, ({ hour, starts }) => hours.newest(hour, starts, most), AT_ONCE)
  return rows.flat().toSorted(newestFirst)
}

/**
 * Returns a page of traces, newest start first, then by id, with the total. Counts of days, hours and five-minute slots
 * locate the offset, and only rows of the page are read. The cost does not grow with the offset.
 */
export const listPage = async (
  deps: CountBucketDeps,
  tenant: string,
  windows: readonly Window[],
  { statuses, limit, offset }: Page,
): Promise<{ readonly entries: readonly TraceEntry[]; readonly total: number }> => {
  const open = windows.filter(({ from, until }) => from <= until)
  const list = { ...deps, tenant, windows: new Map(open.map((window) => [window.worker, window])) }
  const buckets = (await pMap(open, (window) => countBucketsIn(deps, tenant, window), AT_ONCE)).flat()

  let needed: Segments = within(segmentsOf('D1', buckets, statuses), offset, limit)
  for (const level of ['H1', 'M5'] as const) {
    const finer = await refined(list, needed.segments, level, statuses)
    needed = within(finer, needed.before, limit)
  }
  const most = needed.before + limit
  const entries = await pMap(needed.segments, (segment) => entriesIn(list, segment, statuses, most), AT_ONCE)
  return { entries: entries.flat().slice(needed.before, most), total: rowsOf(buckets, statuses) }
}
