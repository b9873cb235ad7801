import type { FlagSnapshot } from '../definition.ts'
import type { FlagSource } from './flag-source.ts'

export interface HttpSourceOptions {
  readonly url: string
  /** A key with the scope flags:read. */
  readonly key: string
  /** Which set of the organization; `production` unless said. */
  readonly environment?: string
  readonly fetch?: typeof globalThis.fetch
  /** A request times out after this many milliseconds; default 5 s. */
  readonly timeoutMs?: number
}

/** Snapshots by GET /flags/snapshot, for applications that do not reach the table. While nothing changed no body travels. */
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
    async newer(than) {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(etag && than !== undefined ? { 'if-none-match': etag } : {}),
      }
      const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) })
      if (response.status === 304) return undefined
      if (!response.ok) throw new Error(`${address.href} answered ${response.status}`)
      const snapshot = (await response.json()) as FlagSnapshot
      etag = response.headers.get('etag') ?? undefined
      return than === undefined || snapshot.version > than ? snapshot : undefined
    },
  }
}
