import type { GuardedFetch, GuardedResponse } from '@signet/kernel'
import { type Clock, epochSeconds } from '@signet/kernel'
import { retryAfterSeconds } from '@signet/notifications/webhooks'
import type * as z from 'zod'
import { PlatformFault } from './mention.ts'

export interface VendorDeps {
  readonly fetch: GuardedFetch
  readonly now: Clock
}

export interface VendorRequest<S extends z.ZodType> {
  readonly url: string
  readonly schema: S
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Handles vendor-specific responses of 400 or above, before the general rules. */
  readonly faultOf?: (answer: GuardedResponse) => PlatformFault | undefined
}

const TIMEOUT_MS = 15_000
const RESPONSE_BYTES_MAX = 8 * 1_048_576
/** Pause after status 429 if the vendor reports no time. */
const PAUSE_MS = 15 * 60_000

/**
 * Returns the time when a vendor accepts requests again: from Retry-After, or from the vendor's reset header in seconds
 * or as a date.
 */
export const resetOf = ({ headers }: GuardedResponse, now: Date): number => {
  const after = retryAfterSeconds(headers['retry-after'], now)
  if (after !== undefined) return now.getTime() + after * 1000
  const reset = headers['x-rate-limit-reset'] ?? headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'] ?? ''
  const seconds = /^\d{1,11}$/.test(reset) ? Number(reset) : undefined
  // Some vendors send an absolute time, others the remaining seconds.
  if (seconds !== undefined) return (seconds < epochSeconds(now) / 2 ? epochSeconds(now) + seconds : seconds) * 1000
  const at = Date.parse(reset)
  return Number.isNaN(at) ? now.getTime() + PAUSE_MS : at
}

export const nextUtcDay = (now: Date): number => Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)

const faultOf = (response: GuardedResponse, now: Date): PlatformFault => {
  const { status } = response
  if (status === 429) return new PlatformFault('rate_limited', resetOf(response, now))
  if (status === 401 || status === 403) return new PlatformFault('auth_failed')
  if (status === 402) return new PlatformFault('quota_exhausted', nextUtcDay(now))
  if (status === 400 || status === 404 || status === 422) return new PlatformFault('bad_query')
  return new PlatformFault('failed')
}

/** Parses JSON. Unlike JSON.parse, the error does not repeat the text. */
export const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new PlatformFault('failed')
  }
}

/** Requests JSON with a schema from a vendor. @throws PlatformFault without any part of the response */
export const callVendor = async <S extends z.ZodType>(
  { fetch, now }: VendorDeps,
  { url, schema, method = 'GET', headers = {}, body, faultOf: vendorFaultOf }: VendorRequest<S>,
): Promise<z.output<S>> => {
  const request = {
    method,
    headers: { accept: 'application/json', 'user-agent': 'signet-sentiment/1', ...headers },
    timeoutMs: TIMEOUT_MS,
    maxBytes: RESPONSE_BYTES_MAX,
    ...(body === undefined ? {} : { body }),
  }
  const response = await fetch(url, request).catch(() => {
    throw new PlatformFault('failed')
  })
  if (response.status >= 400) throw vendorFaultOf?.(response) ?? faultOf(response, now())
  if (response.status < 200 || response.status >= 300) throw new PlatformFault('failed')
  const parsed = schema.safeParse(jsonOf(response.body))
  if (!parsed.success) throw new PlatformFault('failed')
  return parsed.data
}

/** Returns the epoch milliseconds of a vendor's time; undefined if it is invalid. */
export const timeOf = (text: string | null | undefined): number | undefined => {
  const at = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
