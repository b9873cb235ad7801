import type { Endpoint, Rate } from '@signet/contracts'
import type { RateState } from './rate-reading.ts'

export interface CountedRequest {
  readonly reading: RateState
  readonly release: () => Promise<void>
}

export type RateLimited = Pick<Endpoint, 'name' | 'rates'>

/** Counts a request of a subject, or throws the refusal of the rate. */
export type Count = (endpoint: RateLimited, rate: Rate, subject: string) => Promise<CountedRequest>

/** Maximum number of cached refusals. A caller over its limit causes no write until its next request may pass. */
const MAX_CACHED_REFUSALS = 10_000

export const refusalCache = () => {
  const until = new Map<string, number>()
  return {
    find: (id: string): number | undefined => until.get(id),
    remember(id: string, time: number): void {
      if (until.size >= MAX_CACHED_REFUSALS) until.clear()
      until.set(id, time)
    },
    forget: (id: string): void => {
      until.delete(id)
    },
  }
}
