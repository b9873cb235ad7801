import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { type BucketCall, drain } from './bucket-call.ts'
import { factsOf, headObject, type ObjectFacts } from './object-facts.ts'

/** An open object of the bucket. `body` must be read or destroyed. */
export interface StoredObject extends ObjectFacts {
  readonly isOutOfRange: false
  readonly body: Readable
  /** Content-Range of the part (RFC 9110 14.4); undefined for the whole object. */
  readonly contentRange: string | undefined
}

export interface OutOfRange extends ObjectFacts {
  readonly isOutOfRange: true
}

export const openObject =
  (call: BucketCall) =>
  async (key: string, range?: string): Promise<StoredObject | OutOfRange | undefined> => {
    const headers = range === undefined ? {} : { range }
    const response = await call('GET', key, { headers, isStreamed: true }, [404, 416])
    if (response.ok) {
      const { body } = response
      const stream = body ? Readable.fromWeb(body as WebStream) : Readable.from([])
      const contentRange = response.headers.get('content-range') ?? undefined
      return { isOutOfRange: false, body: stream, contentRange, ...factsOf(response) }
    }
    await drain(response)
    const facts = response.status === 416 ? await headObject(call)(key) : undefined
    return facts && { isOutOfRange: true, ...facts }
  }
