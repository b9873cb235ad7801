import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { type ExportStyle, exportBytes } from '../../support/chat-exports.ts'

/** Conversations per seed. */
const CONVERSATIONS = 2_000

/** Writes a ChatGPT export of about this size, a list of conversations as `json.dumps` writes it. */
export const writeExport = async (path: string, bytes: number): Promise<void> => {
  const style: ExportStyle = { seed: 0, conversations: CONVERSATIONS, vendor: 'chatgpt', root: 'ndjson' }
  const file = createWriteStream(path)
  let writtenBytes = 0
  for (let seed = 1; writtenBytes < bytes; seed++) {
    for (const line of exportBytes({ ...style, seed })) {
      if (writtenBytes >= bytes) break
      const item = Buffer.concat([Buffer.from(writtenBytes === 0 ? '[' : ', '), line.subarray(0, line.length - 1)])
      writtenBytes += item.length
      if (!file.write(item)) await once(file, 'drain')
    }
  }
  file.end(']')
  await finished(file)
}
