import { NetworkError } from '@signet/http-client'
import { archive, type NextPart } from '../api/archive.ts'

/** Smaller files, except ZIP files, are sent in one request (spec supporting-services 8). */
const SIMPLE_BYTES = 5_000_000

/** Attempts per part. They span more than a minute, because mobile networks drop out. */
const ATTEMPTS_MAX = 6

type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>

/** Returns the key under which the ID of a file's unfinished upload survives reloads. An ID alone gives no access. */
const storageKeyOf = ({ name, size, lastModified }: FileIdentity): string =>
  `signet-archive-sending ${lastModified} ${size} ${name}`

const storedUploadId = (file: FileIdentity): string | null => localStorage.getItem(storageKeyOf(file))
const storeUploadId = (file: FileIdentity, id: string): void => localStorage.setItem(storageKeyOf(file), id)
const forgetUploadId = (file: FileIdentity): void => localStorage.removeItem(storageKeyOf(file))

/** An open upload: the next part, or null if all parts are stored. */
interface OpenUpload {
  readonly id: string
  readonly partBytes: number
  readonly next: NextPart | null
}

const partError = (reason: string): NetworkError => new NetworkError('upload part', new Error(reason))

/**
 * Sends bytes to a URL and reports progress.
 * @returns the ETag
 */
const putBytes = (url: string, bytes: Blob, onSent: (bytes: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => {
      if (request.status === 200) resolve(request.getResponseHeader('etag') ?? '')
      else reject(partError(`The upload part returned status ${request.status}`))
    }
    request.onerror = () => reject(partError('The connection was lost'))
    request.send(bytes)
  })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const withRetries = async <Value>(step: () => Promise<Value>): Promise<Value> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error
      await pause(1_000 * 2 ** attempt)
    }
  }
}

/** Returns whether the file starts with `PK`, as every ZIP does. */
const isZip = async (file: File): Promise<boolean> => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

/** Reports a stored part (0: none) and returns the next part; null if all parts are stored. */
const reportStoredPart = async (id: string, part: number, etag?: string): Promise<NextPart | null> =>
  (await archive.nextUploadPart({ id, part, ...(etag === undefined ? {} : { etag }) })).next

/** Returns the unfinished upload of this file, or undefined if none accepts more parts. */
const unfinishedUploadOf = async (file: File): Promise<OpenUpload | undefined> => {
  const id = storedUploadId(file)
  if (id === null) return undefined
  const status = await archive.getUploadStatus({ id }).catch(() => undefined)
  if (status === undefined || !['created', 'uploading'].includes(status.state)) return undefined
  return { id, partBytes: status.partBytes ?? 0, next: await reportStoredPart(id, status.partsDone ?? 0) }
}

const beginUpload = async (file: File): Promise<OpenUpload> => {
  const { upload, partBytes, next } = await archive.createUpload({ name: file.name, bytes: file.size })
  storeUploadId(file, upload.id)
  return { id: upload.id, partBytes, next }
}

const sendParts = async (file: File, { id, partBytes, next: first }: OpenUpload, onSent: (bytes: number) => void) => {
  for (let next = first; next !== null; ) {
    const { part, bytes } = next
    const offset = (part - 1) * partBytes
    // Each URL is used once, because it may have expired by the next attempt.
    let partToSend: NextPart | null = next
    next = await withRetries(async () => {
      partToSend ??= await reportStoredPart(id, part - 1)
      const { url = '' } = partToSend ?? {}
      partToSend = null
      const etag = await putBytes(url, file.slice(offset, offset + bytes), (loaded) => onSent(offset + loaded))
      return reportStoredPart(id, part, etag)
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
  const openUpload = (await unfinishedUploadOf(file)) ?? (await beginUpload(file))
  await sendParts(file, openUpload, onSent)
  await withRetries(() => archive.completeUpload({ id: openUpload.id }))
  forgetUploadId(file)
  return openUpload.id
}
