import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { EXIT, Failure } from '../command-line/failure.mjs'

const SLICE_BYTES = 256 * 1024
const TRIES = 5

/** A fault of the network or of the store, after which the part is sent again. */
class Broken extends Error {}

/**
 * PUTs one part. `fetch` cannot tell how far it is, and a store wants to know the length before.
 * @param {string} url @param {import('node:fs/promises').FileHandle} file @param {number} start @param {number} bytes
 * @param {(sent: number) => void} onProgress @returns {Promise<string>} its ETag
 */
const put = async (url, file, start, bytes, onProgress) => {
  const { request } = url.startsWith('https:') ? https : http
  const sending = request(url, { method: 'PUT', headers: { 'content-length': bytes } })
  const answered = new Promise((resolve, reject) => {
    sending.once('response', resolve)
    sending.once('error', (error) => reject(new Broken(error.message)))
  })
  answered.catch(() => undefined)
  const slice = Buffer.alloc(SLICE_BYTES)
  for (let sent = 0; sent < bytes && !sending.destroyed; ) {
    const { bytesRead } = await file.read(slice, 0, Math.min(SLICE_BYTES, bytes - sent), start + sent)
    if (bytesRead === 0) throw new Failure(EXIT.failed, 'The file became shorter during the upload')
    const isRoom = sending.write(Buffer.from(slice.subarray(0, bytesRead)))
    sent += bytesRead
    onProgress(sent)
    if (!isRoom) await Promise.race([once(sending, 'drain'), answered])
  }
  sending.end()
  const response = /** @type {http.IncomingMessage} */ (await answered)
  const pieces = []
  for await (const piece of response) pieces.push(piece)
  if (response.statusCode === 200) return String(response.headers.etag)
  throw new Broken(`${response.statusCode} ${Buffer.concat(pieces).toString().slice(0, 200)}`)
}

/**
 * Sends one part to where it goes, again when it is broken off.
 * @param {{ url: string, bytes: number }} part @param {import('node:fs/promises').FileHandle} file @param {number} start
 * @param {(sent: number) => void} onProgress
 */
export const sendPart = async ({ url, bytes }, file, start, onProgress) => {
  for (let tries = 1; ; tries++) {
    try {
      return await put(url, file, start, bytes, onProgress)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      if (tries === TRIES)
        throw new Failure(
          EXIT.unreachable,
          `The part could not be sent (${error.message}). Run the same command again to resume`,
        )
      await new Promise((resolve) => setTimeout(resolve, 2 ** tries * 500))
    }
  }
}
