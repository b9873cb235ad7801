import type { RateDefinition } from '@signet/contracts'

/** Limits writes: every change is a transaction on the whole flag set, and changes to one set are sequential. */
export const WRITE_RATE: RateDefinition = { requests: 1_200, window: '1m', by: 'caller' }

/**
 * Limits OFREP evaluations. An application that needs an evaluation for each request that it serves should use the
 * library instead.
 */
export const EVALUATION_RATE: RateDefinition = { requests: 12_000, window: '1m', by: 'caller' }
