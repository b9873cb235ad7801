import { LIMITS, type Position, type ThreadFragment, threadOf } from '@signet/chat-exports'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { type Batch, type BatchLimits, entryOf, fileItems, type ReadEntry } from './batches.ts'
import type { ReadableFile } from './file-chunks.ts'

/** A thread, the start of its first line, the end of its last line, and the size of its lines. */
interface ThreadSpan {
  readonly thread: string
  readonly from: Position
  end: number
  bytes: number
}

type Bucket = Pick<ArchiveBucket, 'read'>

/** Finds the threads of a file: their first line, their end and their size. Takes a few bytes of memory per thread. */
const spansOf = async (bucket: Bucket, file: ReadableFile, from: Position): Promise<readonly ThreadSpan[]> => {
  const spans = new Map<string, ThreadSpan>()
  for await (const item of fileItems(bucket, file, from)) {
    const { outcome, index, start, end } = entryOf(item)
    if (outcome.kind !== 'fragment') continue
    const { thread } = outcome.fragment
    const span = spans.get(thread)
    if (span) Object.assign(span, { end, bytes: span.bytes + end - start })
    else spans.set(thread, { thread, from: { ...item.after, offset: start, index }, end, bytes: end - start })
  }
  return [...spans.values()]
}

/** Groups threads. Each group is assembled in one pass over the file. The groups depend on the file and limits alone. */
function* groupsOf(spans: readonly ThreadSpan[], limits: BatchLimits): Generator<readonly ThreadSpan[]> {
  let group: ThreadSpan[] = []
  let bytes = 0
  for (const span of spans) {
    group.push(span)
    bytes += span.bytes
    if (group.length < limits.items && bytes < limits.passBytes) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

const isTooLong = ({ bytes }: ThreadSpan): boolean => bytes > LIMITS.itemBytes

const threadsOf = async (
  bucket: Bucket,
  file: ReadableFile,
  group: readonly ThreadSpan[],
): Promise<readonly ReadEntry[]> => {
  const shortSpans = group.filter((span) => !isTooLong(span))
  const fragments = new Map<string, ThreadFragment[]>(shortSpans.map(({ thread }) => [thread, []]))
  const [first] = shortSpans
  const end = Math.max(...shortSpans.map((span) => span.end))
  if (first) {
    for await (const item of fileItems(bucket, file, first.from)) {
      if (item.start >= end) break
      const { outcome } = entryOf(item)
      if (outcome.kind === 'fragment') fragments.get(outcome.fragment.thread)?.push(outcome.fragment)
    }
  }
  return group.map((span) => {
    const threadFragments = fragments.get(span.thread)
    const outcome = threadFragments ? threadOf(threadFragments) : ({ kind: 'fault', code: 'oversize' } as const)
    return { index: span.from.index, start: span.from.offset, end: span.end, outcome }
  })
}

/**
 * Yields the threads whose lines are scattered over a file, after the first `doneCount`. Lines are not cached between
 * passes, so a file with interleaved threads is read once per pass.
 */
export async function* threadBatches(
  bucket: Bucket,
  file: ReadableFile,
  from: Position,
  doneCount: number,
  limits: BatchLimits,
): AsyncGenerator<Omit<Batch, 'next'>> {
  let threadCount = 0
  for (const group of groupsOf(await spansOf(bucket, file, from), limits)) {
    const isDone = threadCount < doneCount
    threadCount += group.length
    const [first] = group
    if (isDone || !first) continue
    yield { from: first.from, entries: await threadsOf(bucket, file, group), kind: 'threads' }
  }
}
