import type { FlagSnapshot } from '../definition.ts'
import type { FlagSource } from './flag-source.ts'

export interface HttpSourceOptions {
  readonly url: string
  /** An API key with the scope flags:read. */
  readonly key: string
  /** Environment of the organization; `production` by default. */
  readonly environment?: string
  readonly fetch?: typeof globalThis.fetch
  /** Timeout of a request in milliseconds; 5 s by default. */
  readonly timeoutMs?: number
}

/**
 * Reads snapshots with GET /flags/snapshot, for applications without access to the table. An unchanged snapshot is not
 * transferred again.
 */
export const httpFlagSource = ({
  url,
  key,
  environment = 'production',
  fetch = globalThis.fetch,
  timeoutMs = 5_000,
}: HttpSourceOptions): FlagSource => {
  const address = new URL('flags/snapshot', url.endsWith('/') ? url : `${url}/`)
  address.searchParams.set('environment', environment)
  let etag: string | undefined
  return {
    async readNewer(knownVersion) {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(etag && knownVersion !== undefined ? { 'if-none-match': etag } : {}),
      }
      const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) })
      if (response.status === 304) return undefined
      if (!response.ok) throw new Error(`${address.href} answered ${response.status}`)
      const snapshot = (await response.json()) as FlagSnapshot
      etag = response.headers.get('etag') ?? undefined
      return knownVersion === undefined || snapshot.version > knownVersion ? snapshot : undefined
    },
  }
}
