import type { ServiceRow } from '@signet/contracts'
import { apiKeyRow } from '@signet/identity/key-rows'
import { quotaCounter } from '@signet/kernel/quota-row'
import { rateCounter } from '@signet/kernel/rate-row'
import { accountRows } from '@signet/ledger/rows'
import { webhookSecretRow } from '@signet/webhooks/rows'
import { dueJobRow, openJobRow, tombstoneRow } from './job-rows.ts'
import { lifecycleRow } from './lifecycle-row.ts'
import { milestoneRow } from './milestone-row.ts'
import { tenantCountRow, tenantRow } from './tenant-rows.ts'

/** Rows of the image service. */
export const rows: readonly ServiceRow[] = [
  openJobRow,
  dueJobRow,
  tombstoneRow,
  {
    name: 'Idempotency key',
    prefix: 'TENANT#',
    shown: { pk: 'TENANT#<tenant>', sk: 'IDEM#<sha-256>' },
    kept: '24 hours from its first use',
  },
  apiKeyRow,
  rateCounter,
  tenantRow,
  tenantCountRow,
  {
    name: 'Idempotency key of tenant management',
    prefix: 'USER#',
    shown: { pk: 'USER#<user>', sk: 'IDEM#<sha-256>' },
    kept: '24 hours from its first use',
  },
  lifecycleRow,
  milestoneRow,
  webhookSecretRow,
  ...accountRows,
  quotaCounter,
]
