import { ERRORS_SHOWN, SHAPES_SHOWN } from '../contract/uploads.ts'
import type { BatchResult } from './ingest-batch.ts'
import type { IngestRow } from './ingest-table.ts'
import type { SliceRow } from './slice-table.ts'

type Counts = IngestRow['counts']

type Progress = Pick<IngestRow, 'counts' | 'errors' | 'unsupported' | 'checkpoint_at' | 'last_batch' | 'tries'>

type Shapes = NonNullable<IngestRow['unsupported']>

const sharedShapes = (shapes: Shapes): Shapes => {
  const byShape = new Map<string, Shapes[number]>()
  for (const shape of shapes) {
    const name = JSON.stringify([shape.code, shape.keys])
    const first = byShape.get(name)
    byShape.set(name, first ? { ...first, count: first.count + shape.count } : shape)
  }
  return [...byShape.values()].slice(0, SHAPES_SHOWN)
}

export const withShapes = (
  { unsupported = [] }: Pick<Progress, 'unsupported'>,
  more: Shapes = [],
): Pick<Progress, 'unsupported'> =>
  unsupported.length + more.length === 0 ? {} : { unsupported: sharedShapes([...unsupported, ...more]) }

const added = (a: Counts, b: Counts): Counts => ({
  seen: a.seen + b.seen,
  ingested: a.ingested + b.ingested,
  unchanged: a.unchanged + b.unchanged,
  updated: a.updated + b.updated,
  empty: a.empty + b.empty,
  failed: a.failed + b.failed,
  oversize: a.oversize + b.oversize,
  unsupported: a.unsupported + b.unsupported,
})

export const progressAfter = (
  row: Progress,
  { counts, errors, unsupported, indexedAs }: BatchResult,
  now: Date,
): Progress => ({
  counts: added(row.counts, counts),
  ...withShapes(row, unsupported),
  errors: [...row.errors, ...errors].slice(0, ERRORS_SHOWN),
  checkpoint_at: now.toISOString(),
  tries: 1,
  ...(indexedAs === undefined ? {} : { last_batch: indexedAs }),
})

export const bytesBefore = ({ bytes_before = 0 }: Pick<IngestRow, 'bytes_before'>): number => bytes_before

const bytesRead = ({ standing, from, end, place }: SliceRow): number =>
  standing === 'ended' ? end - from.offset : (place?.offset ?? from.offset) - from.offset

const withSlice = (row: IngestRow, slice: SliceRow): IngestRow => {
  const { checkpoint_at = '', last_batch } = slice
  const isLater = checkpoint_at > (row.checkpoint_at ?? '')
  return {
    ...row,
    counts: added(row.counts, slice.counts),
    ...withShapes(row, slice.unsupported),
    errors: [...row.errors, ...slice.errors].slice(0, ERRORS_SHOWN),
    bytes_done: row.bytes_done + bytesRead(slice),
    ...(isLater ? { checkpoint_at } : {}),
    // The later batch of the two: the probe queries the index for it.
    ...(last_batch !== undefined && (isLater || row.last_batch === undefined) ? { last_batch } : {}),
  }
}

export const withSlices = (row: IngestRow, slices: readonly SliceRow[]): IngestRow => slices.reduce(withSlice, row)
