import {
  BEHIND_BYTES,
  createSplitter,
  type Outcome,
  type Position,
  readItem,
  type SplitItem,
} from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { fileChunks, type ReadableFile } from './file-chunks.ts'

export interface SliceLimits {
  readonly from: number
  readonly bytes: number
  /**
   * Maximum bytes of one plan. The next plan waits until all of it is read, because planning takes a part of a
   * function's time.
   */
  readonly planBytes: number
  /** Maximum conversations of one plan, because a plan remembers each. */
  readonly conversations: number
  /** Maximum ranges of deferred conversations in a slice, because its row contains them. */
  readonly deferred: number
}

/** Planning pays off from four slices. For 8 GiB it takes about a minute and a half. */
export const SLICE_LIMITS: SliceLimits = {
  from: 128 * 1024 * 1024,
  bytes: 32 * 1024 * 1024,
  planBytes: 8 * 1024 * 1024 * 1024,
  conversations: 500_000,
  deferred: 100,
}

export interface BatchLimits {
  readonly items: number
  /** Maximum bytes of items in a batch, to limit its memory. */
  readonly bytes: number
  /** Maximum bytes of lines whose threads are assembled in one pass over the file. */
  readonly passBytes: number
  readonly slices: SliceLimits
}

export interface Stretch {
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

export interface ReadEntry {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly outcome: Outcome
}

export interface Batch {
  /** Start of this batch and of the next one: the same on every reading of the file. */
  readonly from: Position
  readonly next: Position
  readonly entries: readonly ReadEntry[]
  readonly readAs: 'items' | 'deferred' | 'threads'
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

/** Yields the items of a file that begin before an end, which must be the end of an item. */
export async function* stretchItems(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  end: number,
): AsyncGenerator<SplitItem> {
  // An item without a closing bracket is detected by the bytes after it.
  for await (const item of fileItems(bucket, file, from, Math.min(end + BEHIND_BYTES, file.bytes))) {
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
  { end, deferred }: Pick<Stretch, 'end' | 'deferred'>,
  limits: BatchLimits,
): AsyncGenerator<Batch> {
  let current = from
  let entries: ReadEntry[] = []
  let bytes = 0
  for await (const item of stretchItems(bucket, file, from, end)) {
    if (deferred.some((range) => range.from.offset <= item.start && item.end <= range.end)) continue
    entries.push(entryOf(item))
    bytes += item.end - item.start
    if (entries.length < limits.items && bytes < limits.bytes) continue
    yield { from: current, next: item.after, entries, readAs: 'items' }
    current = item.after
    entries = []
    bytes = 0
  }
  if (entries.length > 0) yield { from: current, next: { ...current, offset: end }, entries, readAs: 'items' }
}
