import { ask, call, part } from './api.ts'
import type { Upload, UploadStatus } from './shapes.ts'
import { beganAlready, forgetSending, noteSending } from './unfinished-uploads.ts'

/** Smaller files go up in one request (spec supporting-services 8). */
const SIMPLE_BYTES = 5_000_000

/** Most attempts of a step, over a minute: mobile networks come and go. */
const TRIES = 6

interface NextPart {
  readonly part: number
  readonly bytes: number
  readonly url: string
}

/** A begun upload: the next part, null if all parts are stored. */
interface Begun {
  readonly id: string
  readonly partBytes: number
  readonly next: NextPart | null
}

/** Puts bytes to an address and reports progress. @returns the ETag */
const put = (url: string, bytes: Blob, sent: (bytes: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => sent(loaded)
    request.onload = () => {
      if (request.status === 200) resolve(request.getResponseHeader('etag') ?? '')
      else reject(new Error(`The part was answered with ${request.status}`))
    }
    request.onerror = () => reject(new Error('The connection broke; choose the same file again to go on'))
    request.send(bytes)
  })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries a step with growing pauses. */
const patiently = async <T>(step: () => Promise<T>): Promise<T> => {
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

/** Reports that a part is stored, 0 for none, and gets the next part. */
const partThere = async (id: string, number: number, etag?: string): Promise<NextPart | null> => {
  const body = { part: number, ...(etag === undefined ? {} : { etag }) }
  return (await call<{ next: NextPart | null }>('POST', `api/uploads/${part(id)}/parts`, { body })).next
}

/** The unfinished upload of this file; undefined: there is none that accepts parts. */
const leftOf = async (file: File): Promise<Begun | undefined> => {
  const id = beganAlready(file)
  if (id === null) return undefined
  const status = await call<UploadStatus>('GET', `api/uploads/${part(id)}/status`).catch(() => undefined)
  if (status === undefined || !['created', 'uploading'].includes(status.state)) return undefined
  return { id, partBytes: status.partBytes ?? 0, next: await partThere(id, status.partsDone ?? 0) }
}

const begin = async (file: File): Promise<Begun> => {
  const body = { name: file.name, bytes: file.size }
  const { upload, ...rest } = await call<Omit<Begun, 'id'> & { upload: Upload }>('POST', 'api/uploads', { body })
  noteSending(file, upload.id)
  return { id: upload.id, ...rest }
}

const sendParts = async (file: File, { id, partBytes, next: first }: Begun, sent: (bytes: number) => void) => {
  for (let next = first; next !== null; ) {
    const { part: number, bytes } = next
    const from = (number - 1) * partBytes
    // An address is used once: by the next attempt it may have expired.
    let address: NextPart | null = next
    next = await patiently(async () => {
      address ??= await partThere(id, number - 1)
      const { url = '' } = address ?? {}
      address = null
      const etag = await put(url, file.slice(from, from + bytes), (loaded) => sent(from + loaded))
      return partThere(id, number, etag)
    })
  }
}

/**
 * Sends a file, in one request or part by part; an interrupted upload continues. `sent` receives the progress in bytes.
 * @returns the id of the upload
 */
export const sendFile = async (file: File, sent: (bytes: number) => void): Promise<string> => {
  if (file.size < SIMPLE_BYTES && !(await isZip(file))) {
    const response = await ask('POST', 'api/uploads/simple', { query: { name: file.name }, body: file })
    sent(file.size)
    return ((await response.json()) as Upload).id
  }
  const begun = (await leftOf(file)) ?? (await begin(file))
  await sendParts(file, begun, sent)
  await patiently(() => call('POST', `api/uploads/${part(begun.id)}/complete`))
  forgetSending(file)
  return begun.id
}
