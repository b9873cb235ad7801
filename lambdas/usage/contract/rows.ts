import { quotaCounter } from '@signet/kernel/quota-row'
import { entitlementRows } from '@signet/ledger/entitlement-rows'
import { imageCountRow } from './image-rows.ts'

/** Rows of usage and tiers. */
export const rows = [
  ...entitlementRows,
  quotaCounter,
  imageCountRow,
  {
    name: 'Idempotency key of a request for an image',
    prefix: 'IMAGE#',
    shown: { pk: 'IMAGE#<tenant>', sk: 'IDEM#<sha-256>' },
    kept: '24 hours from its first use',
  },
]
