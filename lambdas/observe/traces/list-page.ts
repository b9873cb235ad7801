import pMap from 'p-map'
import { LEVELS, type Level, SLOT_US, slotRangeAt, startOf } from '../counters/units.ts'
import type { Window } from '../workers/windows.ts'
import {
  type CountBucket,
  type CountBucketDeps,
  countBucketOf,
  countBucketsIn,
  type Status,
  wholeSlotRange,
} from './count-buckets.ts'
import { newestFirst, type TraceEntry } from './entry.ts'

interface Segment {
  readonly level: Level
  readonly slot: number
  readonly buckets: readonly CountBucket[]
  readonly traceCount: number
}

/** Segments of a page, and the number of traces of the first segment that precede the page. */
interface Segments {
  readonly segments: readonly Segment[]
  readonly before: number
}

const traceCountOf = (buckets: readonly CountBucket[], statuses: readonly Status[]): number =>
  buckets.reduce((sum, { traceCounts }) => sum + statuses.reduce((count, status) => count + traceCounts[status], 0), 0)

/** Returns segments by day, hour or five minutes, newest first. Times without traces have no segment. */
const segmentsOf = (level: Level, buckets: readonly CountBucket[], statuses: readonly Status[]): readonly Segment[] =>
  [...Map.groupBy(buckets, ({ slot }) => startOf(level, slot))]
    .map(([slot, group]) => ({ level, slot, buckets: group, traceCount: traceCountOf(group, statuses) }))
    .filter(({ traceCount }) => traceCount > 0)
    .toSorted((one, other) => other.slot - one.slot)

const segmentsOfPage = (segments: readonly Segment[], before: number, limit: number): Segments => {
  let tracesToSkip = before
  let traceCount = 0
  const needed: Segment[] = []
  for (const segment of segments) {
    if (needed.length === 0 && tracesToSkip >= segment.traceCount) tracesToSkip -= segment.traceCount
    else if (traceCount < tracesToSkip + limit) {
      needed.push(segment)
      traceCount += segment.traceCount
    }
  }
  return { segments: needed, before: tracesToSkip }
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
/** Hours with more traces are split into five-minute slots. */
const BUSY_HOUR_TRACES = 1_000

const refineBucket = async (
  list: TraceListDeps,
  bucket: CountBucket,
  levels: readonly Level[],
): Promise<readonly CountBucket[]> => {
  const window = list.windows.get(bucket.worker)
  if (!window || levels.includes(bucket.level)) return [bucket]
  const visibleSlots = wholeSlotRange(window)
  const bucketRange = slotRangeAt(bucket.level, bucket.slot)
  const from = Math.max(bucketRange.from, visibleSlots.from)
  const to = Math.min(bucketRange.to, visibleSlots.to)
  const workerKey = { tenant: list.tenant, worker: bucket.worker }
  const units = await list.counters.rowUnits(workerKey, [{ from, to }], levels, [bucketRange])
  return units.map(countBucketOf(bucket.worker))
}

const refineSegments = async (
  list: TraceListDeps,
  segments: readonly Segment[],
  level: 'H1' | 'M5',
  statuses: readonly Status[],
) => {
  const levels = level === 'H1' ? (['H1', 'M5'] as const) : (['M5'] as const)
  const refinedSegments = await pMap(
    segments,
    async (segment) => {
      if (level === 'M5' && segment.traceCount <= BUSY_HOUR_TRACES) return [segment]
      const buckets = await pMap(segment.buckets, (bucket) => refineBucket(list, bucket, levels), AT_ONCE)
      return segmentsOf(level, buckets.flat(), statuses)
    },
    AT_ONCE,
  )
  return refinedSegments.flat()
}

const entriesIn = async (
  { tenant, hours, windows }: TraceListDeps,
  { level, slot, buckets }: Segment,
  statuses: readonly Status[],
  limit: number,
): Promise<readonly TraceEntry[]> => {
  const firstStart = slot * SLOT_US
  const lastStart = (slot + LEVELS[level].width) * SLOT_US - 1
  const hourQueries = [...Map.groupBy(buckets, ({ worker }) => worker)].flatMap(([worker, group]) => {
    const window = windows.get(worker)
    return statuses.flatMap((status) =>
      window && traceCountOf(group, [status]) > 0
        ? [
            {
              hour: { tenant, worker, status, hour: startOf('H1', slot) },
              starts: { from: Math.max(window.from, firstStart), until: Math.min(window.until, lastStart) },
            },
          ]
        : [],
    )
  })
  const entryLists = await pMap(hourQueries, ({ hour, starts }) => hours.newest(hour, starts, limit), AT_ONCE)
  return entryLists.flat().toSorted(newestFirst)
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
  const visibleWindows = windows.filter(({ from, until }) => from <= until)
  const list = { ...deps, tenant, windows: new Map(visibleWindows.map((window) => [window.worker, window])) }
  const buckets = (await pMap(visibleWindows, (window) => countBucketsIn(deps, tenant, window), AT_ONCE)).flat()

  let page: Segments = segmentsOfPage(segmentsOf('D1', buckets, statuses), offset, limit)
  for (const level of ['H1', 'M5'] as const) {
    const finer = await refineSegments(list, page.segments, level, statuses)
    page = segmentsOfPage(finer, page.before, limit)
  }
  const tracesNeeded = page.before + limit
  const entries = await pMap(page.segments, (segment) => entriesIn(list, segment, statuses, tracesNeeded), AT_ONCE)
  return { entries: entries.flat().slice(page.before, tracesNeeded), total: traceCountOf(buckets, statuses) }
}
