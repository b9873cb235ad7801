import { ERRORS_SHOWN_MAX, SHAPES_SHOWN_MAX } from '../contract/upload-status.ts'
import type { BatchResult } from './ingest-batch.ts'
import type { IngestRow } from './ingest-table.ts'
import type { SliceRow } from './slice-table.ts'

type Counts = IngestRow['counts']

type Progress = Pick<IngestRow, 'counts' | 'errors' | 'unsupported' | 'checkpoint_at' | 'last_batch' | 'tries'>

type Shapes = NonNullable<IngestRow['unsupported']>

const groupedShapes = (shapes: Shapes): Shapes => {
  const byShape = new Map<string, Shapes[number]>()
  for (const shape of shapes) {
    const key = JSON.stringify([shape.code, shape.keys])
    const first = byShape.get(key)
    byShape.set(key, first ? { ...first, count: first.count + shape.count } : shape)
  }
  return [...byShape.values()].slice(0, SHAPES_SHOWN_MAX)
}

export const withShapes = (
  { unsupported = [] }: Pick<Progress, 'unsupported'>,
  newShapes: Shapes = [],
): Pick<Progress, 'unsupported'> =>
  unsupported.length + newShapes.length === 0 ? {} : { unsupported: groupedShapes([...unsupported, ...newShapes]) }

const sumOf = (a: Counts, b: Counts): Counts => ({
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
  { counts, errors, unsupported, batchId }: BatchResult,
  now: Date,
): Progress => ({
  counts: sumOf(row.counts, counts),
  ...withShapes(row, unsupported),
  errors: [...row.errors, ...errors].slice(0, ERRORS_SHOWN_MAX),
  checkpoint_at: now.toISOString(),
  // Attempts are counted from the last progress, including the current one.
  tries: 1,
  ...(batchId === undefined ? {} : { last_batch: batchId }),
})

export const bytesBefore = ({ bytes_before = 0 }: Pick<IngestRow, 'bytes_before'>): number => bytes_before

const bytesRead = ({ standing, from, end, position }: SliceRow): number =>
  standing === 'ended' ? end - from.offset : (position?.offset ?? from.offset) - from.offset

const withSlice = (row: IngestRow, slice: SliceRow): IngestRow => {
  const { checkpoint_at = '', last_batch } = slice
  const isLater = checkpoint_at > (row.checkpoint_at ?? '')
  return {
    ...row,
    counts: sumOf(row.counts, slice.counts),
    ...withShapes(row, slice.unsupported),
    errors: [...row.errors, ...slice.errors].slice(0, ERRORS_SHOWN_MAX),
    bytes_done: row.bytes_done + bytesRead(slice),
    ...(isLater ? { checkpoint_at } : {}),
    // The import waits until the later of the two batches is searchable.
    ...(last_batch !== undefined && (isLater || row.last_batch === undefined) ? { last_batch } : {}),
  }
}

export const withSlices = (row: IngestRow, slices: readonly SliceRow[]): IngestRow => slices.reduce(withSlice, row)
