import { type Config, isEmulated, isLocal } from './config.ts'

/** The longest time that a caller waits for a result, in seconds. */
export const HOLD_SECONDS = 25

/** AWS requires at least this many concurrent executions of an account for functions without a reservation. */
const UNRESERVED_MIN = 100
/** The smallest concurrency limit that AWS accepts for the consumer of a queue. */
const CONSUMER_MIN = 2
/** Maximum share of the account's concurrency for one queue consumer. */
const CONSUMER_SHARE = 0.1

/**
 * Environments reserved for a function with a function URL if the account's concurrency is not configured. No gateway
 * throttles such a function, so this limit alone bounds its costs (docs/aws.md, Maximum daily cost).
 */
export const FUNCTION_URL_RESERVE = 20

/** The division of an account's concurrency between its functions (docs/aws.md). */
export interface Capacity {
  /**
   * Returns the environments reserved for a function, by its share of the account's concurrency; undefined without a
   * reservation. If the concurrency is not configured, only functions with a function URL have a reservation.
   */
  reserved(access: { readonly share?: number | undefined; readonly url?: true | undefined }): number | undefined
  /** Returns the concurrency limit of a queue consumer. */
  consumers(requested: number): number
  /** True if requests may wait for the result of a job. */
  readonly holdsRequests: boolean
}

/**
 * Divides the account's concurrency. If it is not configured, only functions with a function URL get a reservation,
 * and consumers get the number in their access. A laptop and an emulator reserve nothing: anonymous clients cannot
 * reach them.
 */
export const capacityOf = (config: Pick<Config, 'concurrency' | 'stage'>): Capacity => {
  const { concurrency } = config
  if (concurrency === undefined) {
    const reserve = isLocal(config) || isEmulated(config) ? undefined : FUNCTION_URL_RESERVE
    return {
      reserved: ({ url }) => (url ? reserve : undefined),
      consumers: (requested) => requested,
      holdsRequests: true,
    }
  }
  return {
    reserved({ share }) {
      if (share === undefined) return undefined
      const environments = Math.floor((concurrency - UNRESERVED_MIN) * share)
      return environments >= 1 ? environments : undefined
    },
    consumers: (requested) => Math.max(CONSUMER_MIN, Math.min(requested, Math.floor(concurrency * CONSUMER_SHARE))),
    holdsRequests: concurrency > UNRESERVED_MIN,
  }
}
