import type { Endpoint, Rate } from '@signet/contracts'
import type { RateState } from './rate-reading.ts'

/** A request that was counted. */
export interface CountedRequest {
  readonly reading: RateState
  /** Uncounts the request, because it was not accepted. */
  readonly release: () => Promise<void>
}

/** Has rates: an endpoint of a contract, or a thing with a name and rates. */
export type RateLimited = Pick<Endpoint, 'name' | 'rates'>

/** Counts a request of a subject, or throws the refusal of the rate. */
export type Count = (endpoint: RateLimited, rate: Rate, subject: string) => Promise<CountedRequest>
