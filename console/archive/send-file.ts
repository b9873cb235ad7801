import { NetworkError } from '@signet/http-client'
import { archive, type NextPart } from '../api/archive.ts'

/** Smaller files are sent in one request (spec supporting-services section 8). */
const SIMPLE_BYTES = 5_000_000

/** Attempts per part. They span more than a minute, because mobile networks drop out. */
const TRIES = 6

type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>

/** IDs of unfinished uploads by file, stored across reloads. An ID alone gives no access. */
const nameOf = ({ name, size, lastModified }: FileIdentity): string =>
  `signet-archive-sending ${lastModified} ${size} ${name}`

const beganAlready = (file: FileIdentity): string | null => localStorage.getItem(nameOf(file))
const noteSending = (file: FileIdentity, id: string): void => localStorage.setItem(nameOf(file), id)
const forgetSending = (file: FileIdentity): void => localStorage.removeItem(nameOf(file))

/** An open upload: the next part, or null if all parts are stored. */
interface OpenUpload {
  readonly id: string
  readonly partBytes: number
  readonly next: NextPart | null
}

const partFailed = (reason: string): NetworkError => new NetworkError('upload part', new Error(reason))

/**
 * Sends bytes to a URL and reports progress.
 * @returns the ETag
 */
const put = (url: string, bytes: Blob, onSent: (bytes: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => {
      if (request.status === 200) resolve(request.getResponseHeader('etag') ?? '')
      else reject(partFailed(`The upload part returned status ${request.status}`))
    }
    request.onerror = () => reject(partFailed('The connection was lost'))
    request.send(bytes)
  })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const patiently = async <Value>(step: () => Promise<Value>): Promise<Value> => {
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (error) {
      if (tries === TRIES) throw error
      await pause(1_000 * 2 ** tries)
    }
  }
}

const isZip = async (file: File): Promise<boolean> => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

/** Reports a stored part (0: none) and requests the next one. */
const partThere = async (id: string, part: number, etag?: string): Promise<NextPart | null> =>
  (await archive.nextUploadPart({ id, part, ...(etag === undefined ? {} : { etag }) })).next

/** Returns the unfinished upload of this file, or undefined if none accepts more parts. */
const leftOf = async (file: File): Promise<OpenUpload | undefined> => {
  const id = beganAlready(file)
  if (id === null) return undefined
  const status = await archive.getUploadStatus({ id }).catch(() => undefined)
  if (status === undefined || !['created', 'uploading'].includes(status.state)) return undefined
  return { id, partBytes: status.partBytes ?? 0, next: await partThere(id, status.partsDone ?? 0) }
}

const begin = async (file: File): Promise<OpenUpload> => {
  const { upload, partBytes, next } = await archive.createUpload({ name: file.name, bytes: file.size })
  noteSending(file, upload.id)
  return { id: upload.id, partBytes, next }
}

const sendParts = async (file: File, { id, partBytes, next: first }: OpenUpload, onSent: (bytes: number) => void) => {
  for (let next = first; next !== null; ) {
    const { part, bytes } = next
    const from = (part - 1) * partBytes
    // Each URL is used once, because it may have expired by the next attempt.
    let address: NextPart | null = next
    next = await patiently(async () => {
      address ??= await partThere(id, part - 1)
      const { url = '' } = address ?? {}
      address = null
      const etag = await put(url, file.slice(from, from + bytes), (loaded) => onSent(from + loaded))
      return partThere(id, part, etag)
    })
  }
}

/**
 * Sends a file in one request or in parts, and resumes an interrupted upload. `onSent` receives the progress in bytes.
 * @returns the upload ID
 */
export const sendFile = async (file: File, onSent: (bytes: number) => void): Promise<string> => {
  if (file.size < SIMPLE_BYTES && !(await isZip(file))) {
    const { id } = await archive.createSimpleUpload({ name: file.name, body: file })
    onSent(file.size)
    return id
  }
  const begun = (await leftOf(file)) ?? (await begin(file))
  await sendParts(file, begun, onSent)
  await patiently(() => archive.completeUpload({ id: begun.id }))
  forgetSending(file)
  return begun.id
}
