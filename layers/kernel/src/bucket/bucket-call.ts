import { createHash } from 'node:crypto'
import type { SignedFetch, SignedRequest } from '../signed-fetch.ts'

export interface BucketConnection {
  /** Ends in the bucket, without a slash. */
  readonly baseUrl: string
  readonly name: string
  readonly send: SignedFetch
  /** An address that anybody who has it may use with this method, and with these headers as they are. */
  readonly signUrl: (method: string, url: string, headers?: Readonly<Record<string, string>>) => Promise<string>
}

/** One request to the bucket. Answers other than success and the statuses in `may` are thrown. */
export type BucketCall = (
  method: string,
  key: string,
  request?: SignedRequest,
  may?: readonly number[],
) => Promise<Response>

const refused = async (action: string, key: string, response: Response): Promise<Error> => {
  const { status } = response
  const detail = (await response.text()).slice(0, 500)
  const error = new Error(`S3 answered ${status} to ${action} ${key}: ${detail}`)
  // Give the error S3's throttling name, so that the API answers 503 as for a throttled table. The answer to HEAD has
  // no body with the error's own name.
  return status === 429 || status >= 500 ? Object.assign(error, { name: 'SlowDown' }) : error
}

/** Requests to the bucket. All may be sent twice: our POSTs remove, begin and complete, and a begun upload expires. */
export const bucketCall =
  ({ send, baseUrl }: Pick<BucketConnection, 'send' | 'baseUrl'>): BucketCall =>
  async (method, key, request = {}, may = []) => {
    const response = await send(`${baseUrl}/${key}`, { isRepeatable: true, ...request, method })
    if (response.ok || may.includes(response.status)) return response
    throw await refused(method, key, response)
  }

/** The checksum with which S3 rejects bytes that changed in transit. */
export const sha256 = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('base64')

/** Reads and discards the rest of an answer, so that its connection can be reused. */
export const drain = async (response: Response): Promise<void> => {
  await response.arrayBuffer()
}
