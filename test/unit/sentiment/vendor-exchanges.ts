import { Buffer } from 'node:buffer'
import type { GuardedFetch } from '@signet/kernel'

/** A vendor's request and response, from its documentation. */
export interface Exchange {
  /** Prefix of the expected URL. */
  readonly asks: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: unknown
}

/** A request that was sent. */
type GuardedRequest = NonNullable<Parameters<GuardedFetch>[1]>

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
    if (!exchange || !url.startsWith(exchange.asks)) throw new Error(`Unexpected request ${url}`)
    const { status = 200, headers = {}, answer } = exchange
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return { status, headers, body: Buffer.from(text) }
  }
  return { fetch, requests, remaining }
}

export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`)
