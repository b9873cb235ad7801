import type { Endpoint, Rate } from '@signet/contracts'
import type { RateState } from './rate-reading.ts'

export interface CountedRequest {
  readonly reading: RateState
  readonly release: () => Promise<void>
}

export type RateLimited = Pick<Endpoint, 'name' | 'rates'>

/** Counts a request of a subject, or throws the refusal of the rate. */
export type Count = (endpoint: RateLimited, rate: Rate, subject: string) => Promise<CountedRequest>
