import { idempotencyRow } from '@signet/kernel/idempotency-row'
import { quotaCounter } from '@signet/kernel/quota-row'
import { entitlementRows } from '@signet/ledger/entitlement-rows'
import { imageCountRow } from './image-rows.ts'
import { quotaNoticeRow } from './notice-row.ts'

/** Rows of usage and tiers. */
export const rows = [
  ...entitlementRows,
  quotaCounter,
  quotaNoticeRow,
  imageCountRow,
  idempotencyRow({
    name: 'Idempotency key of a request for an image',
    prefix: imageCountRow.prefix,
    owner: imageCountRow.keys.pk,
  }),
]
