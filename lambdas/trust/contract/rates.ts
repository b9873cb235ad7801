import type { RateDefinition } from '@signet/contracts'

/** Of all that an organisation reads of its pages, together. */
export const READS: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'trust-reads' }

/** Of changes of slugs, and of who gets their news. */
export const SLUG_WRITES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'trust-slugs' }
