import pMap from 'p-map'
import type { Passage, WindowHit } from '../search-index.ts'
import { windowKeyOf } from '../windows/window.ts'
import { ATTACHMENT_FLAG, OTHER_BRANCH_FLAG, type StoredText, WINDOWS_PER_BLOCK } from './build-segment.ts'
import { parsePosition } from './ranked-windows.ts'
import type { Segment } from './segment.ts'
import type { SegmentBucket } from './segment-bucket.ts'
import type { SegmentCache } from './segment-cache.ts'
import { decompressed } from './segment-file.ts'

const READS_AT_ONCE = 16

/** Reads the texts of one block; undefined if the object does not exist. */
export const readBlock = async (
  bucket: Pick<SegmentBucket, 'range' | 'keysOf'>,
  workspace: string,
  { id, blocks }: Segment,
  block: number,
): Promise<readonly StoredText[] | undefined> => {
  const { texts } = bucket.keysOf(workspace, id)
  const bytes = await bucket.range(texts, blocks[block] ?? 0, blocks[block + 1] ?? 0)
  return bytes && JSON.parse(decompressed(bytes).toString('utf8'))
}

const passageOf = (segment: Segment, window: number, [text, messageIds, createdAt]: StoredText): Passage => {
  const flags = segment.flags[window] ?? 0
  const conversation = segment.conversationOf[window] ?? 0
  const { id = '' } = segment.meta.conversations[conversation] ?? {}
  const ordinal = window - (segment.starts[conversation] ?? 0)
  return {
    windowKey: windowKeyOf(id, messageIds[0] ?? '', ordinal),
    messageIds,
    branch: flags & OTHER_BRANCH_FLAG ? 'other' : 'active',
    kind: flags & ATTACHMENT_FLAG ? 'attachment' : 'messages',
    createdAt,
    text,
  }
}

/** Reads the texts of found windows. Each block is read once. */
export const readPassages = async (
  { bucket, cache }: { readonly bucket: Pick<SegmentBucket, 'range' | 'keysOf'>; readonly cache: SegmentCache },
  workspace: string,
  hits: readonly WindowHit[],
): Promise<readonly (Passage | undefined)[]> => {
  const positions = hits.map(({ position }) => parsePosition(position))
  const blockOf = ({ segment, window }: { segment: string; window: number }) =>
    `${segment}:${Math.floor(window / WINDOWS_PER_BLOCK)}`
  const names = [...new Set(positions.map(blockOf))]
  const readTexts = async (name: string) => {
    const { segment: id, window: block } = parsePosition(name)
    const segment = await cache.open(workspace, id)
    const texts = segment && (await readBlock(bucket, workspace, segment, block))
    return [name, segment && texts ? { segment, texts } : undefined] as const
  }
  const blocks = new Map(await pMap(names, readTexts, { concurrency: READS_AT_ONCE }))
  return positions.map((windowPosition) => {
    const block = blocks.get(blockOf(windowPosition))
    const text = block?.texts[windowPosition.window % WINDOWS_PER_BLOCK]
    return block && text ? passageOf(block.segment, windowPosition.window, text) : undefined
  })
}
