import { createSplitter, type Outcome, type Position, readItem, type SplitItem } from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { fileChunks, type ReadableFile } from './file-chunks.ts'

/** Where slices of a file end. */
export interface SliceLimits {
  /** Bytes that a file must have left to be cut into slices. */
  readonly from: number
  readonly bytes: number
  /** Bytes after which nothing more is planned until all that is planned is read: a plan takes a part of a function's time. */
  readonly planBytes: number
  /** Conversations after which it is so: a plan remembers each. */
  readonly conversations: number
  /** Ranges of deferred conversations after which a slice ends: its row holds them. */
  readonly deferred: number
}

/** Slices are worth a plan from four of them on. Of 8 GiB a plan takes about a minute and a half. */
export const SLICE_LIMITS: SliceLimits = {
  from: 128 * 1024 * 1024,
  bytes: 32 * 1024 * 1024,
  planBytes: 8 * 1024 * 1024 * 1024,
  conversations: 500_000,
  deferred: 100,
}

/** Where batches end. */
export interface BatchLimits {
  readonly items: number
  /** Bytes of items after which a batch ends earlier, so that its memory stays small. */
  readonly bytes: number
  /** Bytes of lines whose threads are made in one pass over the file. */
  readonly passBytes: number
  readonly slices: SliceLimits
}

/** A part of a file, from an item on. */
export interface Stretch {
  readonly from: Position
  /** Bytes of the file before its end. */
  readonly end: number
  /** Ranges of whole items in it that are left out. */
  readonly deferred: readonly { readonly from: Position; readonly end: number }[]
}

/** A hundred items between two checkpoints (spec supporting-services 8). */
export const BATCH_LIMITS: BatchLimits = {
  items: 100,
  bytes: 8 * 1024 * 1024,
  passBytes: 32 * 1024 * 1024,
  slices: SLICE_LIMITS,
}

/** An item of a file, read. */
export interface ReadEntry {
  readonly index: number
  readonly start: number
  readonly end: number
  readonly outcome: Outcome
}

/** Items that are made into conversations together: all of them, or none is known to be. */
export interface Batch {
  /** Where it begins and where the next one does: the same however often the file is read. */
  readonly from: Position
  readonly next: Position
  readonly entries: readonly ReadEntry[]
  /** Items of a stretch, items that slices of the file left over, or threads of its lines. */
  readonly readAs: 'items' | 'deferred' | 'threads'
}

/** The items of a file from a place on, as they end. The last one may be what the end of the file leaves open. */
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

/** The items of a file that begin before an end, which is that of an item. */
export async function* stretchItems(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  end: number,
): AsyncGenerator<SplitItem> {
  // An item that no bracket closes is told by the byte behind it.
  for await (const item of fileItems(bucket, file, from, Math.min(end + 1, file.bytes))) {
    if (item.start >= end) return
    yield item
  }
}

/** What an item is. */
export const entryOf = ({ index, start, end, key, raw, fault }: SplitItem): ReadEntry => {
  const outcome: Outcome = raw ? readItem(raw, key) : { kind: 'fault', code: fault ?? 'truncated' }
  return { index, start, end, outcome }
}

/** The batches of a stretch of a file from a place in it on. Where they end follows from the file and the stretch alone. */
export async function* fileBatches(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  { end, deferred }: Pick<Stretch, 'end' | 'deferred'>,
  limits: BatchLimits,
): AsyncGenerator<Batch> {
  let begun = from
  let entries: ReadEntry[] = []
  let bytes = 0
  for await (const item of stretchItems(bucket, file, from, end)) {
    if (deferred.some((range) => range.from.offset <= item.start && item.end <= range.end)) continue
    entries.push(entryOf(item))
    bytes += item.end - item.start
    if (entries.length < limits.items && bytes < limits.bytes) continue
    yield { from: begun, next: item.after, entries, readAs: 'items' }
    begun = item.after
    entries = []
    bytes = 0
  }
  if (entries.length > 0) yield { from: begun, next: { ...begun, offset: end }, entries, readAs: 'items' }
}
