import type { RateDefinition } from '@signet/contracts'

/** Covers all requests of a caller together (runtime.md 8). */
export const RUNTIME_RATE: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'runtime' }

export const BODY_BYTES = 512 * 1024
