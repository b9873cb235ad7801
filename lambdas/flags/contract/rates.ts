import type { RateDefinition } from '@signet/contracts'

/** Every change is a transaction over the whole set, and changes of one set wait for one another. */
export const WRITE_RATE: RateDefinition = { requests: 1_200, window: '1m', by: 'caller' }

/** Clients that ask over HTTP keep answers; those who ask for every request of theirs take the library. */
export const EVALUATION_RATE: RateDefinition = { requests: 12_000, window: '1m', by: 'caller' }
