import type { RateDefinition } from '@signet/contracts'

export const READS: RateDefinition = { requests: 600, window: '1m', by: 'caller', pool: 'trust-reads' }

export const SLUG_WRITES: RateDefinition = { requests: 120, window: '1m', by: 'caller', pool: 'trust-slugs' }
