import type { Endpoint, Rate } from '@signet/contracts'
import type { Reading } from './rate-reading.ts'

/** A request that was counted. */
export interface Counted {
  readonly reading: Reading
  /** Uncounts the request, because it was not accepted. */
  readonly release: () => Promise<void>
}

/** Has rates: an endpoint of a contract, or a thing with a name and rates. */
export type Rated = Pick<Endpoint, 'name' | 'rates'>

/** Counts a request of a subject, or throws the refusal of the rate. */
export type Count = (endpoint: Rated, rate: Rate, subject: string) => Promise<Counted>
