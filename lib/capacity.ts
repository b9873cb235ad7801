import type { Config } from './config.ts'

/** The longest time that a caller waits for a result. */
export const HOLD_SECONDS = 25

/** AWS keeps at least this many concurrent executions of an account for functions without a reservation. */
const UNRESERVED_MIN = 100
/** AWS accepts no smaller limit for the consumer of a queue. */
const CONSUMER_MIN = 2
/** The part of the account that the consumers of one queue may take. */
const CONSUMER_SHARE = 0.1

/** How the concurrency of an account is divided; see docs/aws.md. */
export interface Capacity {
  /** Environments reserved for a function with this share, or undefined when none can be. */
  reserved(share: number | undefined): number | undefined
  /** Concurrent batches of the consumer of a queue. */
  consumers(wanted: number): number
  /** Whether there is room for callers who wait while the steps of their jobs run. */
  readonly holdsRequests: boolean
}

/** Without a quota in the configuration nothing is reserved, and consumers get the number in their access. */
export const capacityOf = ({ concurrency }: Pick<Config, 'concurrency'>): Capacity => {
  if (concurrency === undefined) {
    return { reserved: () => undefined, consumers: (wanted) => wanted, holdsRequests: true }
  }
  return {
    reserved(share) {
      if (share === undefined) return undefined
      const environments = Math.floor((concurrency - UNRESERVED_MIN) * share)
      return environments >= 1 ? environments : undefined
    },
    consumers: (wanted) => Math.max(CONSUMER_MIN, Math.min(wanted, Math.floor(concurrency * CONSUMER_SHARE))),
    holdsRequests: concurrency > UNRESERVED_MIN,
  }
}
