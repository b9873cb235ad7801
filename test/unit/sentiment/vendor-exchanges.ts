import { Buffer } from 'node:buffer'
import type { GuardedFetch } from '@signet/kernel'

/** An expected request to a vendor, and its response as documented by the vendor. */
export interface Exchange {
  /** Prefix of the expected URL. */
  readonly url: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly response: unknown
}

type GuardedRequest = NonNullable<Parameters<GuardedFetch>[1]>

/** A request that was sent. */
export interface VendorCall extends GuardedRequest {
  readonly url: URL
}

/** Replays exchanges in order. A different request fails the test. */
export const vendor = (exchanges: readonly Exchange[]) => {
  const requests: VendorCall[] = []
  const remaining = [...exchanges]
  const fetch: GuardedFetch = async (url, request = {}) => {
    const exchange = remaining.shift()
    requests.push({ ...request, url: new URL(url) })
    if (!exchange || !url.startsWith(exchange.url)) throw new Error(`Unexpected request ${url}`)
    const { status = 200, headers = {}, response } = exchange
    const text = typeof response === 'string' ? response : JSON.stringify(response)
    return { status, headers, body: Buffer.from(text) }
  }
  return { fetch, requests, remaining }
}

export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)
