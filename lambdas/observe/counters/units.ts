import { epochSeconds } from '@signet/kernel'
import {
  addTo,
  bucketName,
  bucketOf,
  bucketOfName,
  mergeSketches,
  newSketch,
  type Sketch,
  type SpanRecord,
} from '@signet/telemetry'
import { RETENTION_DAYS } from '../contract/rows.ts'
import type { Indicator } from '../contract/slos.ts'

/** Microseconds of a slot (five minutes). Times are whole microseconds since 1970. */
export const SLOT_US = 300_000_000
const DAY_SLOTS = 288
export const HOUR_SLOTS = 12

/** Slots per unit of each level, and the number of ISO 8601 characters that identify one. */
export const LEVELS = {
  M5: { width: 1, digits: 16 },
  H1: { width: HOUR_SLOTS, digits: 13 },
  D1: { width: DAY_SLOTS, digits: 10 },
} as const
export type Level = keyof typeof LEVELS

export const usOf = (ms: number): number => Math.round(ms * 1_000)
export const isoOf = (us: number): string => new Date(Math.floor(us / 1_000)).toISOString()
/** ISO time with microseconds if there are any. Spans of one trace can differ by microseconds only. */
export const preciseIsoOf = (us: number): string =>
  us % 1_000 === 0 ? isoOf(us) : `${isoOf(us).slice(0, -1)}${String(us % 1_000).padStart(3, '0')}Z`
export const slotOf = (us: number): number => Math.floor(us / SLOT_US)

export const startOf = (level: Level, slot: number): number => slot - (slot % LEVELS[level].width)

/** Returns the name of a unit by its first slot: `2026-11-27T13` for an hour. Names sort by time. */
export const slotName = (level: Level, slot: number): string => isoOf(slot * SLOT_US).slice(0, LEVELS[level].digits)

export const expiryOf = (at: Date): number => epochSeconds(at) + RETENTION_DAYS * 86_400

export const endOf = (level: Level, slot: number): Date => new Date(((slot + LEVELS[level].width) * SLOT_US) / 1_000)

/** Returns a fixed-length sort key that puts the newest first. Times are microseconds since 1970. */
export const newestFirstKey = (us: number): string => String(Number.MAX_SAFE_INTEGER - us).padStart(16, '0')

export const timeOfNewestFirstKey = (order: string): number => Number.MAX_SAFE_INTEGER - Number(order)

/** Slots from `from` (inclusive) to `to` (exclusive). */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

/** Splits a range into the points of a series. Each point except the first begins at a multiple of the step. */
export const pointsOf = ({ from, to }: SlotRange, step: number): readonly SlotRange[] => {
  const points: SlotRange[] = []
  for (let start = from; start < to; start = (Math.floor(start / step) + 1) * step)
    points.push({ from: start, to: Math.min(to, (Math.floor(start / step) + 1) * step) })
  return points
}

export const withinRange = <Placed extends { readonly slot: number }>(
  all: readonly Placed[],
  { from, to }: SlotRange,
) => all.filter(({ slot }) => slot >= from && slot < to)

export const slotRangeAt = (level: Level, slot: number): SlotRange => ({ from: slot, to: slot + LEVELS[level].width })

export const clipped = (ranges: readonly SlotRange[], { from, to }: SlotRange): readonly SlotRange[] =>
  ranges
    .map((range) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter((part) => part.from < part.to)
    .toSorted((one, other) => one.from - other.from)

/** Returns the gaps of a range. The covered ranges must be ordered by time and must not overlap. */
export const gapsIn = ({ from, to }: SlotRange, covered: readonly SlotRange[]): readonly SlotRange[] => {
  const ends = [from, ...covered.map((part) => part.to)]
  return ends.map((start, i) => ({ from: start, to: covered[i]?.from ?? to })).filter((gap) => gap.from < gap.to)
}

/** Groups ranges that are ordered by time. Neighbors in a group are at most `maxDistance` slots apart. */
export const groupNeighbors = (
  ranges: readonly SlotRange[],
  maxDistance: number,
): readonly (readonly SlotRange[])[] => {
  const groups: SlotRange[][] = []
  for (const range of ranges) {
    const group = groups.at(-1)
    const previous = group?.at(-1)
    if (group && previous && range.from - previous.to <= maxDistance) group.push(range)
    else groups.push([range])
  }
  return groups
}

export interface Counts {
  /** Exact number of listed traces, and of failed ones in `errs`. */
  readonly rows: number
  readonly errs: number
  /** Number of traces, with each sampled trace counted as 1 / sample rate; failed ones in `err`. */
  readonly n: number
  readonly err: number
  /** Total duration in milliseconds. */
  readonly sum: number
  readonly sketch: Sketch
}

export type RowCounts = Pick<Counts, 'rows' | 'errs'>

type CountableSpan = Pick<SpanRecord, 'duration' | 'status' | 'sampleRate'>

/**
 * Maximum milliseconds that one trace adds after its weighting by the sample rate. The sum of a day's traces stays an
 * integer that JSON can represent.
 */
const SUM_MAX = 4e9

/** Returns what one trace adds to the counts (sign 1) or subtracts from them (sign -1). */
export const countsOf = ({ duration, status, sampleRate = 1 }: CountableSpan, sign: 1 | -1 = 1): Counts => {
  const weight = sign / sampleRate
  const isError = status === 'error'
  const sum = sign * Math.min(duration / sampleRate, SUM_MAX)
  return {
    rows: sign,
    errs: isError ? sign : 0,
    n: weight,
    err: isError ? weight : 0,
    sum,
    sketch: addTo(newSketch(), duration, { weight }),
  }
}

export const mergeCounts = (all: readonly Counts[]): Counts => {
  const sumOf = (name: 'rows' | 'errs' | 'n' | 'err' | 'sum') => all.reduce((sum, counts) => sum + counts[name], 0)
  return {
    rows: sumOf('rows'),
    errs: sumOf('errs'),
    n: sumOf('n'),
    err: sumOf('err'),
    sum: sumOf('sum'),
    sketch: mergeSketches(all.map(({ sketch }) => sketch)),
  }
}

/** Returns counts as columns of a row. Bucket names are generated, so no client input becomes a column name. */
export const columnsOf = ({ sketch: { zero, counts }, ...sums }: Counts): Readonly<Record<string, number>> => ({
  ...sums,
  z: zero,
  ...Object.fromEntries([...counts].map(([bucket, count]) => [bucketName(bucket), count])),
})

export interface CountProjection<Read> {
  readonly columns?: readonly string[]
  readonly countsOf: (row: Readonly<Record<string, unknown>>) => Read
}

export const ROW_COUNTS: CountProjection<RowCounts> = {
  columns: ['rows', 'errs'],
  countsOf: ({ rows, errs }) => ({ rows: Number(rows ?? 0), errs: Number(errs ?? 0) }),
}

/**
 * Like `columnsOf`, for a row that is written as a whole: its buckets are one JSON text. A list of days reads dozens of
 * such rows, and a row with many columns is slow to read.
 */
export const sumColumnsOf = ({
  sketch: { zero, counts },
  ...sums
}: Counts): Readonly<Record<string, number | string>> => ({
  ...sums,
  z: zero,
  buckets: JSON.stringify([...counts]),
})

type Buckets = readonly (readonly [number, number])[]

/** False for a bucket whose additions and subtractions cancel out. */
const isCounted = ([, count]: readonly [number, number]): boolean => Math.abs(count) >= 1e-9

const bucketsIn = (row: Readonly<Record<string, unknown>>): Buckets => {
  if (typeof row.buckets === 'string') return JSON.parse(row.buckets) as Buckets
  return Object.entries(row).flatMap(([name, count]) => {
    const bucket = bucketOfName(name)
    return bucket === undefined ? [] : [[bucket, Number(count)] as const]
  })
}

export const countsIn = (row: Readonly<Record<string, unknown>>): Counts => {
  const numberIn = (name: string) => Number(row[name] ?? 0)
  const sums = {
    rows: numberIn('rows'),
    errs: numberIn('errs'),
    n: numberIn('n'),
    err: numberIn('err'),
    sum: numberIn('sum'),
  }
  return { ...sums, sketch: { zero: numberIn('z'), counts: new Map(bucketsIn(row).filter(isCounted)) } }
}

export interface Outcome {
  readonly total: number
  readonly bad: number
}

/** Durations are stored in buckets, so the whole bucket of the threshold counts as good. */
const slowTraces = ({ sketch }: Counts, thresholdMs: number): number => {
  const last = bucketOf(thresholdMs) ?? Number.NEGATIVE_INFINITY
  return [...sketch.counts].reduce((sum, [bucket, count]) => (bucket > last ? sum + count : sum), 0)
}

export const outcomeOf = (indicator: Indicator, counts: Counts): Outcome => ({
  total: counts.n,
  bad: indicator.kind === 'availability' ? counts.err : slowTraces(counts, indicator.threshold_ms),
})

/** Returns how fast an error budget burns: at 1 it is spent exactly at the end of its window. Null without traces. */
export const burnRateOf = ({ total, bad }: Outcome, objective: number): number | null =>
  total === 0 ? null : bad / total / (1 - objective)
