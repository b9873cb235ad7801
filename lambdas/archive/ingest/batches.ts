import { createSplitter, type Outcome, type Position, readItem, type SplitItem } from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { fileChunks, type ReadableFile } from './file-chunks.ts'

/** Where batches end. */
export interface BatchLimits {
  readonly items: number
  /** Bytes of items after which a batch ends earlier, so that its memory stays small. */
  readonly bytes: number
  /** Bytes of lines whose threads are made in one pass over the file. */
  readonly passBytes: number
}

/** A hundred items between two checkpoints (spec supporting-services 8). */
export const BATCH_LIMITS: BatchLimits = { items: 100, bytes: 8 * 1024 * 1024, passBytes: 32 * 1024 * 1024 }

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

/** What an item is. */
export const entryOf = ({ index, start, end, key, raw, fault }: SplitItem): ReadEntry => {
  const outcome: Outcome = raw ? readItem(raw, key) : { kind: 'fault', code: fault ?? 'truncated' }
  return { index, start, end, outcome }
}

/** The batches of a file from a place on. Where they end follows from the file alone. */
export async function* fileBatches(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  from: Position,
  limits: BatchLimits,
): AsyncGenerator<Batch> {
  let begun = from
  let entries: ReadEntry[] = []
  let bytes = 0
  for await (const item of fileItems(bucket, file, from)) {
    entries.push(entryOf(item))
    bytes += item.end - item.start
    if (entries.length < limits.items && bytes < limits.bytes) continue
    yield { from: begun, next: item.after, entries }
    begun = item.after
    entries = []
    bytes = 0
  }
  if (entries.length > 0) yield { from: begun, next: { ...begun, offset: file.bytes }, entries }
}
