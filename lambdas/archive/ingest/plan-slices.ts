import type { Position } from '@signet/chat-exports'
import { conversationId } from '../conversations/conversation-id.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { entryOf, type FileRange, fileItems, type SliceLimits } from './batches.ts'
import type { ReadableFile } from './file-chunks.ts'

/** A range of a file that is read separately, except for conversations that also occur in an earlier slice. */
export interface Slice extends FileRange {
  readonly next: Position
  /** Position before the first thread line of the slice, if it has one: threads are assembled from the whole file. */
  readonly firstFragment: Position | undefined
}

interface GrowingSlice extends Slice {
  end: number
  next: Position
  readonly deferred: FileRange['deferred'][number][]
  firstFragment: Position | undefined
}

const newSlice = (from: Position): GrowingSlice => ({
  from,
  end: from.offset,
  next: from,
  deferred: [],
  firstFragment: undefined,
})

const defer = ({ deferred }: GrowingSlice, from: Position, end: number, isAdjacent: boolean): void => {
  const last = deferred.at(-1)
  if (last && isAdjacent) deferred[deferred.length - 1] = { from: last.from, end }
  else deferred.push({ from, end })
}

/**
 * Splits a file into slices. A conversation that appears in an earlier slice is deferred, so that parallel and sequential
 * reading give the same result. The slices depend on the file and limits alone. When the plan is full, the last slice
 * ends before the file does.
 */
export async function* planSlices(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  workspace: string,
  from: Position,
  limits: SliceLimits,
): AsyncGenerator<Slice> {
  const firstSliceOf = new Map<string, number>()
  let sliceNumber = 0
  let slice = newSlice(from)
  let lastDeferredIndex = -1
  for await (const item of fileItems(bucket, file, from)) {
    const isFull = slice.end - slice.from.offset >= limits.sliceBytes || slice.deferred.length >= limits.deferredRanges
    if (isFull) {
      yield slice
      if (slice.end - from.offset >= limits.planBytes || firstSliceOf.size >= limits.conversations) return
      sliceNumber++
      slice = newSlice(slice.next)
    }
    const { outcome, index, end } = entryOf(item)
    if (outcome.kind === 'fragment') slice.firstFragment ??= slice.next
    if (outcome.kind === 'conversation') {
      const conversation = conversationId(workspace, outcome.conversation)
      const firstSlice = firstSliceOf.get(conversation) ?? sliceNumber
      if (firstSlice === sliceNumber) firstSliceOf.set(conversation, sliceNumber)
      else {
        defer(slice, slice.next, end, lastDeferredIndex === index - 1)
        lastDeferredIndex = index
      }
    }
    // Not `end`: for a stray closing bracket, the item is empty and ends before it, but the next item starts after it.
    slice.end = item.after.offset
    slice.next = item.after
  }
  yield { ...slice, end: file.bytes, next: { ...slice.next, offset: file.bytes } }
}
