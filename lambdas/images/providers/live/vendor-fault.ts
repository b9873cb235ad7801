import type { RefusalCode } from '@signet/imaging/image-provider'

/**
 * Retry policy of a fault. `never`: the result would be the same. `mayBeBilled`: the vendor may have billed an image
 * that did not arrive, so only one retry is allowed. `later`: nothing was generated.
 */
export type RetryPolicy = 'never' | 'mayBeBilled' | 'later'

export interface FaultFacts {
  readonly retry: RetryPolicy
  /** The wait that the vendor requests, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** The vendor's code, for the log. Never its text, which may repeat the prompt or a key. */
  readonly vendorCode?: string | undefined
  /** The amount that the vendor reports as charged despite the fault, in millionths of a US dollar. */
  readonly costMicros?: number | undefined
  readonly cause?: unknown
}

export class VendorFault extends Error {
  override readonly name = 'VendorFault'
  readonly code: RefusalCode
  readonly retry: RetryPolicy
  readonly retryAfterMs: number | undefined
  readonly vendorCode: string | undefined
  readonly costMicros: number
  constructor(code: RefusalCode, { retry, retryAfterMs, vendorCode, costMicros = 0, cause }: FaultFacts) {
    super(`${code}${vendorCode ? ` (${vendorCode})` : ''}`, { cause })
    this.code = code
    this.retry = retry
    this.retryAfterMs = retryAfterMs
    this.vendorCode = vendorCode
    this.costMicros = costMicros
  }
}

/** A response without a usable picture: it may have been billed. */
export const unusableResponse = (vendorCode: string, cause?: unknown): VendorFault =>
  new VendorFault('provider_unavailable', { retry: 'mayBeBilled', vendorCode, cause })

/** Maps a status to a fault, for responses without a known error code. */
export const faultOfStatus = (status: number, facts: Omit<FaultFacts, 'retry'>): VendorFault => {
  if (status === 429) return new VendorFault('provider_rate_limited', { ...facts, retry: 'later' })
  if (status === 408 || status === 409 || status >= 500)
    return new VendorFault('provider_unavailable', { ...facts, retry: 'later' })
  if (status === 401 || status === 403) return new VendorFault('provider_auth', { ...facts, retry: 'never' })
  return new VendorFault('provider_rejected', { ...facts, retry: 'never' })
}

/** Error texts for the job's owner: what happened and what to do. They never contain text from the vendor. */
export const USER_MESSAGES: Readonly<Record<RefusalCode, string>> = {
  content_rejected: 'The provider rejected the prompt or the source image; change it and try again',
  invalid_source: 'The provider cannot use the source image; send another one',
  model_retired: 'The provider has retired this model; choose another model from GET /v2/models',
  provider_auth:
    'The provider of this model rejected the credentials of this service; the operators have been notified',
  provider_quota: 'The quota of this service at the provider is used up; choose another model',
  provider_rejected: 'The provider rejected the request; the operators have been notified',
  provider_rate_limited: 'The provider is receiving too many requests; try again in a few minutes',
  provider_timeout: 'The provider did not respond in time; try again',
  provider_unavailable: 'The provider could not deliver the image; try again',
  spend_ceiling:
    'The daily spending limit for this model is reached, and nothing was charged; try again after midnight UTC',
}
