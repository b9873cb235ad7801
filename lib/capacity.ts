import { type Config, isEmulated, isLocal } from './config.ts'

/** The longest time that a caller waits for a result. */
export const HOLD_SECONDS = 25

/** AWS keeps at least this many concurrent executions of an account for functions without a reservation. */
const UNRESERVED_MIN = 100
/** AWS accepts no smaller limit for the consumer of a queue. */
const CONSUMER_MIN = 2
const CONSUMER_SHARE = 0.1

/**
 * What is reserved for a function at an address of its own where the account's concurrency is not configured: no gateway
 * throttles it, so this is all that bounds what a stranger makes it cost (docs/aws.md, Who can make me pay).
 */
export const OPEN_RESERVE = 20

/** How the concurrency of an account is divided; see docs/aws.md. */
export interface Capacity {
  /**
   * Environments reserved for a function with this share, or undefined when none can be. One that is reached at an address of
   * its own has some in any case.
   */
  reserved(access: { readonly share?: number | undefined; readonly url?: true | undefined }): number | undefined
  consumers(wanted: number): number
  readonly holdsRequests: boolean
}

/**
 * Without a quota in the configuration nothing but that is reserved, and consumers get the number in their access. A laptop
 * and an emulator have no strangers.
 */
export const capacityOf = (config: Pick<Config, 'concurrency' | 'stage'>): Capacity => {
  const { concurrency } = config
  if (concurrency === undefined) {
    const open = isLocal(config) || isEmulated(config) ? undefined : OPEN_RESERVE
    return { reserved: ({ url }) => (url ? open : undefined), consumers: (wanted) => wanted, holdsRequests: true }
  }
  return {
    reserved({ share }) {
      if (share === undefined) return undefined
      const environments = Math.floor((concurrency - UNRESERVED_MIN) * share)
      return environments >= 1 ? environments : undefined
    },
    consumers: (wanted) => Math.max(CONSUMER_MIN, Math.min(wanted, Math.floor(concurrency * CONSUMER_SHARE))),
    holdsRequests: concurrency > UNRESERVED_MIN,
  }
}
