import type { Position } from '@signet/chat-exports'
import { conversationId } from '../conversations/conversation-id.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { entryOf, fileItems, type SliceLimits, type Stretch } from './batches.ts'
import type { ReadableFile } from './file-chunks.ts'

/** A range of a file that is read separately, except for conversations that also occur in an earlier slice. */
export interface Slice extends Stretch {
  readonly next: Position
  /** A position before the first line of a thread in it; threads are assembled from the whole file. */
  readonly firstFragment: Position | undefined
}

interface GrowingSlice extends Slice {
  end: number
  next: Position
  readonly deferred: Stretch['deferred'][number][]
  firstFragment: Position | undefined
}

const newSlice = (from: Position): GrowingSlice => ({
  from,
  end: from.offset,
  next: from,
  deferred: [],
  firstFragment: undefined,
})

const defer = ({ deferred }: GrowingSlice, from: Position, end: number, isNext: boolean): void => {
  const last = deferred.at(-1)
  if (last && isNext) deferred[deferred.length - 1] = { from: last.from, end }
  else deferred.push({ from, end })
}

/**
 * Splits a file into slices. No conversation appears in two slices, so parallel and sequential reading give the same
 * result. Slice ends depend on the file alone. When the plan is full, the last slice ends before the file does.
 */
export async function* planSlices(
  bucket: Pick<ArchiveBucket, 'read'>,
  file: ReadableFile,
  workspace: string,
  from: Position,
  limits: SliceLimits,
): AsyncGenerator<Slice> {
  const sliceOf = new Map<string, number>()
  let count = 0
  let slice = newSlice(from)
  let deferredTo = -1
  for await (const item of fileItems(bucket, file, from)) {
    const isFull = slice.end - slice.from.offset >= limits.bytes || slice.deferred.length >= limits.deferred
    if (isFull) {
      yield slice
      if (slice.end - from.offset >= limits.planBytes || sliceOf.size >= limits.conversations) return
      count++
      slice = newSlice(slice.next)
    }
    const { outcome, index, end } = entryOf(item)
    if (outcome.kind === 'fragment') slice.firstFragment ??= slice.next
    if (outcome.kind === 'conversation') {
      const conversation = conversationId(workspace, outcome.conversation)
      const firstSlice = sliceOf.get(conversation) ?? count
      if (firstSlice === count) sliceOf.set(conversation, count)
      else {
        defer(slice, slice.next, end, deferredTo === index - 1)
        deferredTo = index
      }
    }
    // A closing bracket without an opening one is an empty item, followed by its byte.
    slice.end = item.after.offset
    slice.next = item.after
  }
  yield { ...slice, end: file.bytes, next: { ...slice.next, offset: file.bytes } }
}
