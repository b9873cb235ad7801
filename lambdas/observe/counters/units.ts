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
import { KEPT_DAYS } from '../contract/rows.ts'
import type { Indicator } from '../contract/slos.ts'

/** Times are whole microseconds since 1970; five minutes are a slot. */
export const SLOT_US = 300_000_000
const DAY_SLOTS = 288
export const HOUR_SLOTS = 12

/** Slots of each level of counts, and how many digits of ISO 8601 name one. */
export const LEVELS = {
  M5: { width: 1, digits: 16 },
  H1: { width: HOUR_SLOTS, digits: 13 },
  D1: { width: DAY_SLOTS, digits: 10 },
} as const
export type Level = keyof typeof LEVELS

export const usOf = (ms: number): number => Math.round(ms * 1_000)
export const isoOf = (us: number): string => new Date(Math.floor(us / 1_000)).toISOString()
/** With microseconds, where there are any: spans of one trace are told apart by them. */
export const preciseIsoOf = (us: number): string =>
  us % 1_000 === 0 ? isoOf(us) : `${isoOf(us).slice(0, -1)}${String(us % 1_000).padStart(3, '0')}Z`
export const slotOf = (us: number): number => Math.floor(us / SLOT_US)

export const startOf = (level: Level, slot: number): number => slot - (slot % LEVELS[level].width)

/** The name of a time of a level, by its first slot: `2026-11-27T13` for an hour. Names are in the order of time. */
export const slotName = (level: Level, slot: number): string => isoOf(slot * SLOT_US).slice(0, LEVELS[level].digits)

export const expiryOf = (at: Date): number => epochSeconds(at) + KEPT_DAYS * 86_400

export const endOf = (level: Level, slot: number): Date => new Date(((slot + LEVELS[level].width) * SLOT_US) / 1_000)

/** A sort key by which the newest comes first: numbers of one length. Times are microseconds since 1970. */
export const orderOf = (us: number): string => String(Number.MAX_SAFE_INTEGER - us).padStart(16, '0')

export const timeOfOrder = (order: string): number => Number.MAX_SAFE_INTEGER - Number(order)

/** Slots from one up to, not including, another. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The points of a series over a span: each begins at a multiple of the step, but for the first. */
export const pointsOf = ({ from, to }: Span, step: number): readonly Span[] => {
  const points: Span[] = []
  for (let start = from; start < to; start = (Math.floor(start / step) + 1) * step)
    points.push({ from: start, to: Math.min(to, (Math.floor(start / step) + 1) * step) })
  return points
}

export const withinSpan = <Placed extends { readonly slot: number }>(all: readonly Placed[], { from, to }: Span) =>
  all.filter(({ slot }) => slot >= from && slot < to)

export const spanAt = (level: Level, slot: number): Span => ({ from: slot, to: slot + LEVELS[level].width })

export const clipped = (others: readonly Span[], { from, to }: Span): readonly Span[] =>
  others
    .map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) }))
    .filter((part) => part.from < part.to)
    .toSorted((one, other) => one.from - other.from)

/** What of a span none of the parts covers. Parts are in the order of time and do not overlap. */
export const gapsIn = ({ from, to }: Span, parts: readonly Span[]): readonly Span[] => {
  const ends = [from, ...parts.map((part) => part.to)]
  return ends.map((start, at) => ({ from: start, to: parts[at]?.from ?? to })).filter((gap) => gap.from < gap.to)
}

/** Spans in the order of time, in groups between whose members there are so many slots at most. */
export const nearOnes = (spans: readonly Span[], between: number): readonly (readonly Span[])[] => {
  const groups: Span[][] = []
  for (const span of spans) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && span.from - before.to <= between) group.push(span)
    else groups.push([span])
  }
  return groups
}

export interface Counts {
  /** Rows of the list, and those of them that failed: exactly. */
  readonly rows: number
  readonly errs: number
  /** The same with each sampled trace counted as 1 / rate. */
  readonly n: number
  readonly err: number
  /** Milliseconds of all. */
  readonly sum: number
  readonly sketch: Sketch
}

export type RowCounts = Pick<Counts, 'rows' | 'errs'>

type CountableSpan = Pick<SpanRecord, 'duration' | 'status' | 'sampleRate'>

/**
 * Milliseconds that one trace adds at most, sampled ones included: the sum of as many as a plan takes in a day stays a whole
 * number that JSON can write.
 */
const SUM_MAX = 4e9

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
    sketch: addTo(newSketch(), duration, weight),
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

/** As columns of a row. Names of buckets are ours: nothing that a client chose becomes a name. */
export const columnsOf = ({ sketch: { zero, counts }, ...sums }: Counts): Readonly<Record<string, number>> => ({
  ...sums,
  z: zero,
  ...Object.fromEntries([...counts].map(([bucket, count]) => [bucketName(bucket), count])),
})

export interface CountProjection<Read> {
  readonly columns?: readonly string[]
  readonly of: (row: Readonly<Record<string, unknown>>) => Read
}

export const ROW_COUNTS: CountProjection<RowCounts> = {
  columns: ['rows', 'errs'],
  of: ({ rows, errs }) => ({ rows: Number(rows ?? 0), errs: Number(errs ?? 0) }),
}

/**
 * The same for a row that is written as a whole and never added to: its buckets are one text. A list of days reads dozens
 * of such rows, and a column costs more than what is in it.
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

/** A bucket from which as much was taken as was put in is none. */
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

/** Durations are stored in buckets: everything in the bucket of the threshold counts as good. */
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
