import {
  addTo,
  bucketName,
  bucketOfName,
  mergeSketches,
  newSketch,
  type Sketch,
  type SpanRecord,
} from '@signet/telemetry'

/** How many traces began in a time, and how long they took. */
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

/** How many traces began in a time, alone. */
export type RowCounts = Pick<Counts, 'rows' | 'errs'>

type CountableSpan = Pick<SpanRecord, 'duration' | 'status' | 'sampleRate'>

/**
 * Milliseconds that one trace adds at most, sampled ones included: the sum of as many as a plan takes in a day stays a whole
 * number that JSON can write.
 */
const SUM_MAX = 4e9

/** What a trace counts; with sign -1, what it no longer counts. */
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

/** The counts of all, in whatever order. */
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

/** What is made of the columns of a row, and which of them it takes; without any, all. */
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

/** From the columns of a row. */
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
