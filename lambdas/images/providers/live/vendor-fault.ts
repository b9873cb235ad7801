import type { RefusalCode } from '@signet/imaging/image-provider'

/**
 * Retry policy of a fault. `never`: the result would be the same. `mayBeBilled`: the vendor may have drawn and
 * billed a picture that did not arrive, so only one retry is allowed. `later`: nothing was drawn.
 */
export type RetryPolicy = 'never' | 'mayBeBilled' | 'later'

export interface FaultFacts {
  readonly again: RetryPolicy
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
  readonly again: RetryPolicy
  readonly retryAfterMs: number | undefined
  readonly vendorCode: string | undefined
  readonly costMicros: number
  constructor(code: RefusalCode, { again, retryAfterMs, vendorCode, costMicros = 0, cause }: FaultFacts) {
    super(`${code}${vendorCode ? ` (${vendorCode})` : ''}`, { cause })
    this.code = code
    this.again = again
    this.retryAfterMs = retryAfterMs
    this.vendorCode = vendorCode
    this.costMicros = costMicros
  }
}

/** A response without a usable picture: it may have been billed. */
export const brokenAnswer = (vendorCode: string, cause?: unknown): VendorFault =>
  new VendorFault('provider_unavailable', { again: 'mayBeBilled', vendorCode, cause })

/** Maps a status to a fault if the response says nothing better. A bare 404 is a wrong address. */
export const faultOfStatus = (status: number, facts: Omit<FaultFacts, 'again'>): VendorFault => {
  if (status === 429) return new VendorFault('provider_rate_limited', { ...facts, again: 'later' })
  if (status === 408 || status === 409 || status >= 500)
    return new VendorFault('provider_unavailable', { ...facts, again: 'later' })
  if (status === 401 || status === 403) return new VendorFault('provider_auth', { ...facts, again: 'never' })
  return new VendorFault('provider_rejected', { ...facts, again: 'never' })
}

/** Texts for the job's owner: what happened and what to do. They never contain the vendor's words. */
export const SENTENCES: Readonly<Record<RefusalCode, string>> = {
  content_rejected: 'The provider rejected the prompt or the picture; change it',
  invalid_source: 'The provider cannot use the source image; send another one',
  model_retired: 'The provider has ended this model; choose another one from GET /v2/models',
  provider_auth:
    'The provider of this model rejected the credentials of this service; the operators have been notified',
  provider_quota: 'The budget for this model is used up for now; choose another model',
  provider_rejected: 'The provider rejected the request; the operators have been notified',
  provider_rate_limited: 'The provider is at its limit; try again in a few minutes',
  provider_timeout: 'The provider took too long; try again',
  provider_unavailable: 'The provider could not deliver the image; try again',
  spend_ceiling:
    'The daily spending limit for this model is reached, and nothing was charged; try again after midnight UTC',
}
