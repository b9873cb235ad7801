import { createHash } from 'node:crypto'
import type { SignedFetch, SignedRequest } from '../signed-fetch.ts'

export interface BucketConnection {
  /** Ends with the bucket name, without a slash. */
  readonly baseUrl: string
  readonly name: string
  readonly send: SignedFetch
  /** Signs a URL. Every holder of the URL can use it with this method and these exact headers. */
  readonly signUrl: (method: string, url: string, headers?: Readonly<Record<string, string>>) => Promise<string>
}

/** Sends one request to the bucket. Throws for a response that is neither a success nor has an allowed status. */
export type BucketCall = (
  method: string,
  key: string,
  request?: SignedRequest,
  allowedStatuses?: readonly number[],
) => Promise<Response>

const responseError = async (action: string, key: string, response: Response): Promise<Error> => {
  const { status } = response
  const detail = (await response.text()).slice(0, 500)
  const error = new Error(`S3 answered ${status} to ${action} ${key}: ${detail}`)
  // Gives the error S3's throttling name, so that the API returns 503 as for a throttled table. The answer to HEAD has
  // no body with the error's name.
  return status === 429 || status >= 500 ? Object.assign(error, { name: 'SlowDown' }) : error
}

/**
 * Sends requests to the bucket. All requests can be repeated: the POSTs remove, create and complete, and an incomplete
 * upload expires.
 */
export const bucketCall =
  ({ send, baseUrl }: Pick<BucketConnection, 'send' | 'baseUrl'>): BucketCall =>
  async (method, key, request = {}, allowedStatuses = []) => {
    const response = await send(`${baseUrl}/${key}`, { isRepeatable: true, ...request, method })
    if (response.ok || allowedStatuses.includes(response.status)) return response
    throw await responseError(method, key, response)
  }

/** The checksum with which S3 rejects bytes that changed in transit. */
export const sha256 = (body: Uint8Array | string): string => createHash('sha256').update(body).digest('base64')

/** Reads and discards the rest of an answer, so that its connection can be reused. */
export const drain = async (response: Response): Promise<void> => {
  await response.arrayBuffer()
}
