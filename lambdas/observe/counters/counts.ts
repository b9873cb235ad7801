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

type Counted = Pick<SpanRecord, 'duration' | 'status' | 'sampleRate'>

/** What a trace counts; with sign -1, what it no longer counts. */
export const countsOf = ({ duration, status, sampleRate = 1 }: Counted, sign: 1 | -1 = 1): Counts => {
  const weight = sign / sampleRate
  const isError = status === 'error'
  return {
    ...{ rows: sign, errs: isError ? sign : 0, n: weight, err: isError ? weight : 0, sum: weight * duration },
    sketch: addTo(newSketch(), duration, weight),
  }
}

/** The counts of all, in whatever order. */
export const mergeCounts = (all: readonly Counts[]): Counts => {
  const sumOf = (name: 'rows' | 'errs' | 'n' | 'err' | 'sum') => all.reduce((sum, counts) => sum + counts[name], 0)
  return {
    ...{ rows: sumOf('rows'), errs: sumOf('errs'), n: sumOf('n'), err: sumOf('err'), sum: sumOf('sum') },
    sketch: mergeSketches(all.map(({ sketch }) => sketch)),
  }
}

/** As columns of a row. Names of buckets are ours: nothing that a client chose becomes a name. */
export const columnsOf = ({ sketch: { zero, counts }, ...sums }: Counts): Readonly<Record<string, number>> => ({
  ...sums,
  z: zero,
  ...Object.fromEntries([...counts].map(([bucket, count]) => [bucketName(bucket), count])),
})

/** From the columns of a row. A bucket from which as much was taken as was put in is none. */
export const countsIn = (row: Readonly<Record<string, unknown>>): Counts => {
  const numberIn = (name: string) => Number(row[name] ?? 0)
  const buckets = Object.keys(row).flatMap((name) => {
    const bucket = bucketOfName(name)
    const count = bucket === undefined ? 0 : numberIn(name)
    return bucket === undefined || Math.abs(count) < 1e-9 ? [] : [[bucket, count] as const]
  })
  const [rows, errs, n, err, sum] = [
    numberIn('rows'),
    numberIn('errs'),
    numberIn('n'),
    numberIn('err'),
    numberIn('sum'),
  ]
  return { rows, errs, n, err, sum, sketch: { zero: numberIn('z'), counts: new Map(buckets) } }
}
