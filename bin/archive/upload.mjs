import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { argument } from './command-line.mjs'
import { keptUpload } from './kept-upload.mjs'
import { progressBar } from './progress-bar.mjs'
import { sendPart } from './send-part.mjs'
import { report, watch } from './watch.mjs'

/** Below this, and when it is no ZIP, a file goes up at once. */
const SIMPLE_BYTES = 5_000_000

/** @param {string} path */
const opened = async (path) => {
  try {
    return await open(path, 'r')
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    throw new Failure(EXIT.usage, `${path} cannot be read (${code})`)
  }
}

/** @typedef {{ archive: import('./client.mjs').Client, file: import('node:fs/promises').FileHandle, size: number, name: string }} Sending */

/** The unfinished upload of an earlier run, or undefined when there is none. @param {Sending} sending @param {string | undefined} id */
const begunBefore = async ({ archive }, id) => {
  if (id === undefined) return undefined
  try {
    const status = await archive.call('GET', `/api/uploads/${id}/status`)
    return ['created', 'uploading', 'uploaded'].includes(status.state) ? status : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === EXIT.refused) return undefined
    throw error
  }
}

/** @param {Sending} sending @param {Awaited<ReturnType<typeof begunBefore>>} before @param {(id: string) => Promise<void>} keep */
const firstPart = async ({ archive, size, name }, before, keep) => {
  if (before) {
    const { next } = await archive.call('POST', `/api/uploads/${before.id}/parts`, { part: before.partsDone })
    return { id: before.id, partBytes: before.partBytes, next }
  }
  const { upload: begun, partBytes, next } = await archive.call('POST', '/api/uploads', { name, bytes: size })
  await keep(begun.id)
  return { id: begun.id, partBytes, next }
}

/** @param {Sending} sending @param {string | undefined} remembered @param {(id: string) => Promise<void>} keep */
const inParts = async (sending, remembered, keep) => {
  const { archive, file, size } = sending
  const before = await begunBefore(sending, remembered)
  if (before?.state === 'uploaded') return before
  const bar = progressBar()
  const begun = await firstPart(sending, before, keep)
  for (let { next } = begun; next !== null; ) {
    const start = (next.part - 1) * begun.partBytes
    const etag = await sendPart(next, file, start, (sent) => bar.show('uploading', start + sent, size))
    next = (await archive.call('POST', `/api/uploads/${begun.id}/parts`, { part: next.part, etag })).next
  }
  bar.clear()
  return archive.call('POST', `/api/uploads/${begun.id}/complete`)
}

/** @param {Sending} sending */
const atOnce = async ({ archive, file, size, name }) => {
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  return archive.call('POST', `/api/uploads/simple?name=${encodeURIComponent(name)}`, bytes)
}

/** @param {import('node:fs/promises').FileHandle} file */
const isZip = async (file) => {
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1') === 'PK\u0003\u0004'
}

/** @type {(flags: import('./command-line.mjs').Flags, env: NodeJS.ProcessEnv, rest: string[]) => Promise<void>} */
export const upload = async (flags, env, rest) => {
  const path = argument('upload', 'the path of a file', rest)
  const archive = client(flags, env)
  const file = await opened(path)
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw new Failure(EXIT.usage, `${path} is not a file`)
    if (facts.size === 0) throw new Failure(EXIT.usage, `${path} is empty`)
    const sending = { archive, file, size: facts.size, name: flags.name ?? basename(path) }
    const kept = keptUpload(env, archive.base, path, facts)
    const remembered = flags.anew ? undefined : await kept.read()
    const isSmall = facts.size < SIMPLE_BYTES && !(await isZip(file))
    const status = isSmall ? await atOnce(sending) : await inParts(sending, remembered, kept.write)
    const last = flags['no-wait'] ? status : await watch(archive, status.id)
    await kept.forget()
    report(last, flags)
  } finally {
    await file.close()
  }
}
