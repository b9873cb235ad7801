import { ask, call, part } from './api.ts'
import type { Upload } from './shapes.ts'

/** Below this a file goes up at once (spec supporting-services 8). */
const SIMPLE_BYTES = 5_000_000

/** Every part is tried so often; the network of a train comes and goes. */
const TRIES = 5

interface NextPart {
  readonly part: number
  readonly bytes: number
  readonly url: string
}

/** Puts bytes where they belong, telling how many have gone. @returns the ETag. */
const put = (url: string, bytes: Blob, sent: (bytes: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    // fetch does not tell how far an upload is.
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => sent(loaded)
    request.onload = () => {
      if (request.status === 200) resolve(request.getResponseHeader('etag') ?? '')
      else reject(new Error(`The part was answered with ${request.status}`))
    }
    request.onerror = () => reject(new Error('The connection broke'))
    request.send(bytes)
  })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const isZip = async (file: File): Promise<boolean> => {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  return first === 0x50 && second === 0x4b
}

const sendParts = async (file: File, id: string, first: NextPart | null, sent: (bytes: number) => void) => {
  let next = first
  let from = 0
  while (next !== null) {
    const bytes = file.slice(from, from + next.bytes)
    const { part: number } = next
    for (let tries = 1; ; tries++) {
      try {
        const { url }: NextPart = next
        const begun = from
        const etag = await put(url, bytes, (loaded) => sent(begun + loaded))
        const answer: { next: NextPart | null } = await call('POST', `api/uploads/${part(id)}/parts`, {
          body: { part: number, etag },
        })
        next = answer.next
        break
      } catch (error) {
        if (tries === TRIES) throw error
        await pause(1_000 * 2 ** tries)
        // An address that is too old is replaced by a new one.
        next = (await call<{ next: NextPart }>('POST', `api/uploads/${part(id)}/parts`, { body: { part: number - 1 } }))
          .next
      }
    }
    from += bytes.size
  }
}

/** Sends a file, at once or part after part. `sent` hears how many bytes have gone. @returns the id of the upload. */
export const sendFile = async (file: File, sent: (bytes: number) => void): Promise<string> => {
  if (file.size < SIMPLE_BYTES && !(await isZip(file))) {
    const response = await ask('POST', 'api/uploads/simple', { query: { name: file.name }, body: file })
    sent(file.size)
    return ((await response.json()) as Upload).id
  }
  const { upload, next } = await call<{ upload: Upload; next: NextPart }>('POST', 'api/uploads', {
    body: { name: file.name, bytes: file.size },
  })
  await sendParts(file, upload.id, next, sent)
  await call('POST', `api/uploads/${part(upload.id)}/complete`)
  return upload.id
}
