import { Buffer } from 'node:buffer'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Conversation } from '@signet/chat-exports'
import type { RowOf } from '@signet/kernel'
import type { ArchiveObjects } from './index/segment-bucket.ts'
import type { conversationRow } from './rows/conversation-rows.ts'

export type PackPosition = RowOf<typeof conversationRow>['pack']

/** Packs conversations, each compressed separately, and returns the byte range of each. */
export const packOf = (
  conversations: readonly Conversation[],
): { readonly bytes: Buffer; readonly ranges: readonly Omit<PackPosition, 'key'>[] } => {
  const frames = conversations.map((conversation) => zstdCompressSync(JSON.stringify(conversation)))
  let offset = 0
  const ranges = frames.map(({ length }) => {
    const start = offset
    offset += length
    return { start, end: offset }
  })
  return { bytes: Buffer.concat(frames), ranges }
}

/** Reads conversations from packs. The caller must have checked that the workspace owns the conversation. */
export interface PackReader {
  /** Returns undefined if the pack was deleted with its import. */
  read(position: PackPosition): Promise<Conversation | undefined>
}

/** Reads each conversation by its byte range, without loading the rest of the pack. */
export const packReader = ({ bucket }: { readonly bucket: Pick<ArchiveObjects, 'read'> }): PackReader => ({
  async read({ key, start, end }) {
    const frame = await bucket.read(key, { range: { start, end } })
    return frame && (JSON.parse(zstdDecompressSync(frame).toString('utf8')) as Conversation)
  },
})
