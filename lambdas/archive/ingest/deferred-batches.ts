import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { type Batch, type BatchLimits, entryOf, type ReadEntry, stretchItems } from './batches.ts'
import type { ReadableFile } from './file-chunks.ts'
import { positionOf } from './find-files.ts'
import type { SliceRow } from './slice-table.ts'

/** The items that slices deferred, in the order of the file, after the first `done`. */
export async function* deferredBatches(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  slices: readonly SliceRow[],
  done: number,
  limits: BatchLimits,
): AsyncGenerator<Omit<Batch, 'next'>> {
  let entries: ReadEntry[] = []
  let from: Batch['from'] | undefined
  let before = 0
  let bytes = 0
  for (const range of slices.flatMap(({ deferred }) => deferred)) {
    let place = positionOf(range.from)
    for await (const item of stretchItems(bucket, file, place, range.end)) {
      const begins = place
      place = item.after
      if (before++ < done) continue
      from ??= begins
      entries.push(entryOf(item))
      bytes += item.end - item.start
      if (entries.length < limits.items && bytes < limits.bytes) continue
      yield { from, entries, readAs: 'deferred' }
      ;[entries, from, bytes] = [[], undefined, 0]
    }
  }
  if (from) yield { from, entries, readAs: 'deferred' }
}
