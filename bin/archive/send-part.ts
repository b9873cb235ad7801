import { once } from 'node:events'
import type { FileHandle } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { EXIT, Failure } from '@signet/command-line'

const SLICE_BYTES = 256 * 1024
const TRIES = 5

/** An error of the network or the store, after which the part is sent again. */
class BrokenTransfer extends Error {}

export interface FilePart {
  readonly url: string
  readonly file: FileHandle
  readonly start: number
  readonly bytes: number
  readonly onProgress: (sent: number) => void
}

/**
 * Uploads one part with PUT and returns its ETag. Does not use `fetch`, which reports no progress; the store requires
 * `content-length`.
 */
const put = async ({ url, file, start, bytes, onProgress }: FilePart): Promise<string> => {
  const { request } = url.startsWith('https:') ? https : http
  const outgoing = request(url, { method: 'PUT', headers: { 'content-length': bytes } })
  const reply = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', (error) => reject(new BrokenTransfer(error.message)))
  })
  // It may be rejected before it is awaited.
  reply.catch(() => undefined)
  const slice = Buffer.alloc(SLICE_BYTES)
  for (let sent = 0; sent < bytes && !outgoing.destroyed; ) {
    const { bytesRead } = await file.read(slice, 0, Math.min(SLICE_BYTES, bytes - sent), start + sent)
    if (bytesRead === 0) throw new Failure(EXIT.failed, 'The file was shortened during the upload.')
    const isWritable = outgoing.write(Buffer.from(slice.subarray(0, bytesRead)))
    sent += bytesRead
    onProgress(sent)
    if (!isWritable) await Promise.race([once(outgoing, 'drain'), reply])
  }
  outgoing.end()
  const response = await reply
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  if (response.statusCode === 200) return String(response.headers.etag)
  throw new BrokenTransfer(`${response.statusCode} ${Buffer.concat(pieces).toString().slice(0, 200)}`)
}

/** Sends one part and returns its ETag. Retries after a broken connection. */
export const sendPart = async (part: FilePart): Promise<string> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await put(part)
    } catch (error) {
      if (!(error instanceof BrokenTransfer)) throw error
      if (attempt === TRIES) {
        throw new Failure(
          EXIT.unreachable,
          `The part was not sent (${error.message}). Run the same command again to resume.`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 500))
    }
  }
}
