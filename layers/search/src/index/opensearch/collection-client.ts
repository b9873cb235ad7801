import { createHash } from 'node:crypto'
import { awsSigning } from '@signet/kernel/aws-signing'
import { type SignedFetch, type SignedRequest, signedFetch } from '@signet/kernel/signed-fetch'
import { COLLECTION_INDEX } from './collection-mapping.ts'

export interface CollectionResponse {
  readonly status: number
  readonly body: unknown
}

export interface CollectionClient {
  /** @throws Error if the search failed; its name is SlowDown if a retry may help */
  search(body: unknown): Promise<unknown>
  /**
   * Makes one attempt.
   * @throws TypeError or TimeoutError without a response; the write may have happened nevertheless
   */
  bulk(lines: readonly unknown[]): Promise<CollectionResponse>
}

/** A collection that has scaled to zero needs up to half a minute for its first response. */
const SEARCH_MS = 25_000
const BULK_MS = 60_000
const SEARCH_OPTIONS = { isRepeatable: true, retries: 2, timeoutMs: SEARCH_MS } as const

/** A second request would store windows twice. */
const BULK_OPTIONS = { isRepeatable: false, retries: 0, timeoutMs: BULK_MS } as const

export interface CollectionDeps {
  readonly send: SignedFetch
  /** Without a trailing slash. */
  readonly baseUrl: string
}

const slowDown = (message: string): Error => Object.assign(new Error(message), { name: 'SlowDown' })

export const collectionClient = ({ send, baseUrl }: CollectionDeps): CollectionClient => {
  const post = (path: string, type: string, body: string, request: SignedRequest): Promise<Response> => {
    const headers = {
      'content-type': type,
      // OpenSearch Serverless refuses requests without it (developer guide, serverless-clients).
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    }
    return send(`${baseUrl}/${COLLECTION_INDEX}/${path}`, { ...request, method: 'POST', headers, body })
  }
  return {
    async search(body) {
      let response: Response
      try {
        // Limits all attempts together.
        const signal = AbortSignal.timeout(SEARCH_MS)
        response = await post('_search', 'application/json', JSON.stringify(body), { ...SEARCH_OPTIONS, signal })
      } catch (error) {
        throw slowDown(`The collection did not respond: ${error instanceof Error ? error.name : 'no reason'}`)
      }
      if (response.ok) return response.json()
      // Discards the error text, which may quote the query.
      await response.arrayBuffer()
      const message = `The collection returned status ${response.status} for a search`
      throw response.status === 429 || response.status >= 500 ? slowDown(message) : new Error(message)
    },
    async bulk(lines) {
      const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
      const { ok, status, ...response } = await post('_bulk', 'application/x-ndjson', body, BULK_OPTIONS).then(
        async (bulkResponse) => ({
          ok: bulkResponse.ok,
          status: bulkResponse.status,
          text: await bulkResponse.text(),
        }),
      )
      return { status, body: ok ? JSON.parse(response.text) : undefined }
    },
  }
}

export const collectionFromEnvironment = (
  variables: Readonly<Record<string, string | undefined>>,
): CollectionClient | undefined => {
  const { COLLECTION_URL: baseUrl } = variables
  if (!baseUrl) return undefined
  // Without retries by the signer: `search` and `bulk` set their own.
  const signing = awsSigning(variables, 'aoss', 0)
  return collectionClient({ send: signedFetch(signing, { timeoutMs: SEARCH_MS }), baseUrl })
}
