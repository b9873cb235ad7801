import { Buffer } from 'node:buffer'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Conversation } from '@signet/chat-exports'
import type { RowOf } from '@signet/kernel'
import type { conversationRow } from '../contract/conversation-rows.ts'
import type { ArchiveBucket, ByteRange } from '../storage/archive-bucket.ts'

/** Where a conversation is kept. */
export type PackPlace = RowOf<typeof conversationRow>['pack']

/** Conversations one after the other, each compressed by itself, with where each of them is. */
export const packOf = (
  conversations: readonly Conversation[],
): { readonly bytes: Buffer; readonly ranges: readonly ByteRange[] } => {
  const frames = conversations.map((conversation) => zstdCompressSync(JSON.stringify(conversation)))
  let at = 0
  const ranges = frames.map(({ length }) => {
    const start = at
    at += length
    return { start, end: at }
  })
  return { bytes: Buffer.concat(frames), ranges }
}

/** Conversations as imports have packed them. Whoever reads has checked whose they are. */
export interface PackReader {
  /** undefined: the pack is gone, as its import was deleted. */
  read(place: PackPlace): Promise<Conversation | undefined>
}

/** Reads each conversation by its range: what is not asked for is not loaded. */
export const packReader = ({ bucket }: { readonly bucket: Pick<ArchiveBucket, 'read'> }): PackReader => ({
  async read({ key, start, end }) {
    const frame = await bucket.read(key, { range: { start, end } })
    return frame && (JSON.parse(zstdDecompressSync(frame).toString('utf8')) as Conversation)
  },
})
