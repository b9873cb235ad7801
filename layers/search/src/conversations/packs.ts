import { Buffer } from 'node:buffer'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Conversation } from '@signet/chat-exports'
import type { RowOf } from '@signet/kernel'
import type { ArchiveObjects } from './index/segment-bucket.ts'
import type { conversationRow } from './rows/conversation-rows.ts'

export type PackPosition = RowOf<typeof conversationRow>['pack']

/** Packs conversations, each compressed separately, and returns the position of each. */
export const packOf = (
  conversations: readonly Conversation[],
): { readonly bytes: Buffer; readonly ranges: readonly Omit<PackPosition, 'key'>[] } => {
  const frames = conversations.map((conversation) => zstdCompressSync(JSON.stringify(conversation)))
  let at = 0
  const ranges = frames.map(({ length }) => {
    const start = at
    at += length
    return { start, end: at }
  })
  return { bytes: Buffer.concat(frames), ranges }
}

/** Reads conversations from packs. The caller must have checked their owner. */
export interface PackReader {
  /** Returns undefined if the pack was deleted with its import. */
  read(place: PackPosition): Promise<Conversation | undefined>
}

/** Reads each conversation by its byte range, without loading the rest. */
export const packReader = ({ bucket }: { readonly bucket: Pick<ArchiveObjects, 'read'> }): PackReader => ({
  async read({ key, start, end }) {
    const frame = await bucket.read(key, { range: { start, end } })
    return frame && (JSON.parse(zstdDecompressSync(frame).toString('utf8')) as Conversation)
  },
})
