import {
  createSplitter,
  LOOKAHEAD_BYTES,
  type Outcome,
  type Position,
  readItem,
  type SplitItem,
} from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { fileChunks, type ReadableFile } from './file-chunks.ts'

/** Limits of slices: ranges of a large file that several workers read in parallel. */
export interface SliceLimits {
  /** Unread bytes of a file from which it is read in slices. */
  readonly unreadBytesMin: number
  readonly sliceBytes: number
  /**
   * Maximum bytes of one plan. The next plan starts when all its slices are read, because planning must fit in a
   * function's time limit.
   */
  readonly planBytes: number
  /** Maximum conversations of one plan, because planning keeps the id of each in memory. */
  readonly conversations: number
  /** Maximum ranges of deferred conversations in a slice, because its row contains them. */
  readonly deferredRanges: number
}

/** Planning saves time from four slices on. Planning 8 GiB takes about 90 seconds. */
export const SLICE_LIMITS: SliceLimits = {
  unreadBytesMin: 128 * 1024 * 1024,
  sliceBytes: 32 * 1024 * 1024,
  planBytes: 8 * 1024 * 1024 * 1024,
  conversations: 500_000,
  deferredRanges: 100,
}

export interface BatchLimits {
  readonly items: number
  /** Maximum bytes of items in a batch, to limit its memory. */
  readonly bytes: number
  /** Maximum bytes of lines whose threads are assembled in one pass over the file. */
  readonly passBytes: number
  readonly slices: SliceLimits
}

/**
 * A range of a file. Its `deferred` items are skipped, because their conversation also occurs in an earlier range; they
 * are read afterwards.
 */
export interface FileRange {
  readonly from: Position
  readonly end: number
  readonly deferred: readonly { readonly from: Position; readonly end: number }[]
}

/** A hundred items between two checkpoints (spec supporting-services 8). */
export const BATCH_LIMITS: BatchLimits = {
  items: 100,
  bytes: 8 * 1024 * 1024,
  passBytes: 32 * 1024 * 1024,
  slices: SLICE_LIMITS,
}

/** The outcome of one item of a file, and the byte range of the item. */
export interface ReadEntry {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly outcome: Outcome
}

export interface Batch {
  /** Start of this batch and of the next one: the same for every worker that reads the file. */
  readonly from: Position
  readonly next: Position
  readonly entries: readonly ReadEntry[]
  /**
   * `items`: items of a range in file order. `deferred`: items that slices skipped. `threads`: conversations put
   * together from fragments on several lines.
   */
  readonly kind: 'items' | 'deferred' | 'threads'
}

/** Yields the items of a file from a position on. The last item may be incomplete at the end of the file. */
export async function* fileItems(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  end: number = file.bytes,
): AsyncGenerator<SplitItem> {
  const splitter = createSplitter(from)
  for await (const chunk of fileChunks(bucket, file, from.offset, end)) yield* splitter.push(chunk)
  if (end < file.bytes) return
  yield* splitter.end()
}

/** Yields the items of a file that begin before `end`, which must be the end of an item. */
export async function* rangeItems(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  end: number,
): AsyncGenerator<SplitItem> {
  // The bytes after an item show whether its closing bracket is missing.
  for await (const item of fileItems(bucket, file, from, Math.min(end + LOOKAHEAD_BYTES, file.bytes))) {
    if (item.start >= end) return
    yield item
  }
}

export const entryOf = ({ index, start, end, key, raw, fault }: SplitItem): ReadEntry => {
  const outcome: Outcome = raw ? readItem(raw, key) : { kind: 'fault', code: fault ?? 'truncated' }
  return { index, start, end, outcome }
}

/** Yields the batches of a range of a file from a position on. Their ends depend only on the file and the range. */
export async function* fileBatches(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  { end, deferred }: Pick<FileRange, 'end' | 'deferred'>,
  limits: BatchLimits,
): AsyncGenerator<Batch> {
  let current = from
  let entries: ReadEntry[] = []
  let bytes = 0
  for await (const item of rangeItems(bucket, file, from, end)) {
    if (deferred.some((range) => range.from.offset <= item.start && item.end <= range.end)) continue
    entries.push(entryOf(item))
    bytes += item.end - item.start
    if (entries.length < limits.items && bytes < limits.bytes) continue
    yield { from: current, next: item.after, entries, kind: 'items' }
    current = item.after
    entries = []
    bytes = 0
  }
  if (entries.length > 0) yield { from: current, next: { ...current, offset: end }, entries, kind: 'items' }
}
