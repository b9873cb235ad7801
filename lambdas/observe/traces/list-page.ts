import pMap from 'p-map'
import { LEVELS, type Level, SLOT_US, startOf } from '../counters/slots.ts'
import type { Window } from '../workers/windows.ts'
import { type Place, type PlaceDeps, placeOf, placesIn, type Status, wholeSlots } from './places.ts'
import type { TraceEntry } from './trace-table.ts'

export interface Page {
  readonly statuses: readonly Status[]
  readonly limit: number
  readonly offset: number
}

/** Queries at the same time. */
const AT_ONCE = 16
/** Traces of an hour from which on it is walked by five minutes. */
const BUSY_HOUR = 1_000

/** Traces that began in a day, an hour or five minutes. */
interface Segment {
  readonly level: Level
  readonly slot: number
  readonly places: readonly Place[]
  readonly rows: number
}

const newestFirst = (one: TraceEntry, other: TraceEntry): number =>
  other.start - one.start || (one.trace < other.trace ? -1 : 1)

const rowsOf = (places: readonly Place[], statuses: readonly Status[]): number =>
  places.reduce((sum, { rows }) => sum + statuses.reduce((all, status) => all + rows[status], 0), 0)

/** Places by day, hour or five minutes, the newest first; times without traces have none. */
const segmentsOf = (level: Level, places: readonly Place[], statuses: readonly Status[]): readonly Segment[] =>
  [...Map.groupBy(places, ({ slot }) => startOf(level, slot))]
    .map(([slot, group]) => ({ level, slot, places: group, rows: rowsOf(group, statuses) }))
    .filter(({ rows }) => rows > 0)
    .toSorted((one, other) => other.slot - one.slot)

/** The segments that a page stands in, and how many traces of the first are before it. */
interface Found {
  readonly segments: readonly Segment[]
  readonly before: number
}

/** Passes over whole segments by their counts alone, and takes as many as the page needs. */
const within = (segments: readonly Segment[], before: number, limit: number): Found => {
  let [skip, have] = [before, 0]
  const found: Segment[] = []
  for (const segment of segments) {
    if (found.length === 0 && skip >= segment.rows) skip -= segment.rows
    else if (have < skip + limit) {
      found.push(segment)
      have += segment.rows
    }
  }
  return { segments: found, before: skip }
}

/**
 * A page of traces, the newest start first, then by id, and how many there are. Any offset is found by counts, days before
 * hours before five minutes, and rows are read where the page is alone: the work does not grow with the offset.
 */
export const listPage = async (
  deps: PlaceDeps,
  tenant: string,
  shown: readonly Window[],
  { statuses, limit, offset }: Page,
): Promise<{ readonly entries: readonly TraceEntry[]; readonly total: number }> => {
  const byWorker = new Map(shown.map((window) => [window.worker, window]))
  const open = shown.filter(({ from, until }) => from <= until)
  const places = (await pMap(open, (window) => placesIn(deps, tenant, window), { concurrency: AT_ONCE })).flat()

  /** The places of a segment in units of a finer level. */
  const refined = async (
    { slot, level, places: coarse }: Segment,
    finer: readonly Level[],
  ): Promise<readonly Place[]> => {
    const parts = await pMap(
      coarse,
      async (place) => {
        const window = byWorker.get(place.worker)
        if (finer.includes(place.level) || !window) return [place]
        const whole = wholeSlots(window)
        const [from, to] = [Math.max(slot, whole.from), Math.min(slot + LEVELS[level].width, whole.to)]
        // A unit of an hour within a day covers its hour alone.
        const own = { from: Math.max(from, place.slot), to: Math.min(to, place.slot + LEVELS[place.level].width) }
        return (await deps.counters.units({ tenant, worker: place.worker }, own, finer)).map(placeOf(place.worker))
      },
      { concurrency: AT_ONCE },
    )
    return parts.flat()
  }

  const finer = async ({ segments, before }: Found, level: 'H1' | 'M5', from: readonly Level[]): Promise<Found> => {
    const parts = await pMap(
      segments,
      async (segment) =>
        level === 'M5' && segment.rows <= BUSY_HOUR
          ? [segment]
          : segmentsOf(level, await refined(segment, from), statuses),
      { concurrency: AT_ONCE },
    )
    return within(parts.flat(), before, limit)
  }

  const read = async ({ level, slot, places: there }: Segment, most: number): Promise<readonly TraceEntry[]> => {
    const bounds = { from: slot * SLOT_US, until: (slot + LEVELS[level].width) * SLOT_US - 1 }
    const workers = [...new Set(there.map(({ worker }) => worker))].flatMap((name) => byWorker.get(name) ?? [])
    const lists = workers.flatMap(({ worker, from, until }) =>
      statuses.map((status) => ({
        ...{ hour: { tenant, worker, status, hour: startOf('H1', slot) } },
        starts: { from: Math.max(from, bounds.from), until: Math.min(until, bounds.until) },
      })),
    )
    const rows = await pMap(lists, ({ hour, starts }) => deps.traces.inHour(hour, starts, most), {
      concurrency: AT_ONCE,
    })
    return rows.flat().toSorted(newestFirst)
  }

  const days = within(segmentsOf('D1', places, statuses), offset, limit)
  const hours = await finer(days, 'H1', ['H1', 'M5'])
  const slots = await finer(hours, 'M5', ['M5'])
  const needed = slots.before + limit
  const entries = await pMap(slots.segments, (segment) => read(segment, needed), { concurrency: AT_ONCE })
  return { entries: entries.flat().slice(slots.before, needed), total: rowsOf(places, statuses) }
}
