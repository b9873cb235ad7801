import type { RateDefinition } from '@signet/contracts'

/** Every change is a transaction over the whole set, and changes of one set are sequential. */
export const WRITE_RATE: RateDefinition = { requests: 1_200, window: '1m', by: 'caller' }

/**
 * HTTP clients cache answers; a client that needs an evaluation for each request that it serves should use the library.
 */
export const EVALUATION_RATE: RateDefinition = { requests: 12_000, window: '1m', by: 'caller' }
