import type { RateDefinition } from '@signet/contracts'

/** One rate limit for all requests of a caller. */
export const RUNTIME_RATE: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'runtime' }

export const BODY_BYTES = 512 * 1024
