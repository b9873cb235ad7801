import type { TierStatusOf } from '@signet/ledger'

/** Internal workers have no plan and no limits. They get the largest plan, valid at any time. */
export const internalStanding: TierStatusOf = async () => ({
  tier: 'team',
  cycle: { start: new Date(0), end: new Date(8.64e15) },
})
