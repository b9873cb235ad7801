import { quotaCounter } from '@signet/kernel/quota-row'
import { entitlementRows } from '@signet/ledger/entitlement-rows'

/** Rows of usage and tiers. */
export const rows = [...entitlementRows, quotaCounter]
