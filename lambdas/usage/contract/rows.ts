import { quotaCounter } from '@signet/kernel/quota-row'
import { entitlementRows } from '@signet/ledger/entitlement-rows'
import { quotaNoticeRow } from '@signet/ledger/quota-notice-row'

export const rows = [...entitlementRows, quotaCounter, quotaNoticeRow]
