import type { ServiceRow } from '@signet/contracts'
import { apiKeyRow } from '@signet/identity/key-rows'
import { idempotencyRow } from '@signet/kernel/idempotency-row'
import { quotaCounter } from '@signet/kernel/quota-row'
import { rateCounter } from '@signet/kernel/rate-row'
import { ceilingRow, spendRow } from '@signet/kernel/spend-rows'
import { accountRows } from '@signet/ledger/rows'
import { webhookSecretRow } from '@signet/notifications/webhooks/rows'
import { dueJobRow, openJobRow, tombstoneRow } from './job-rows.ts'
import { lifecycleRow } from './lifecycle-row.ts'
import { milestoneRow } from './milestone-row.ts'
import { statementRunRow } from './statement-run-row.ts'
import { tenantCountRow, tenantRow } from './tenant-rows.ts'

/** Rows of the image service. */
export const rows: readonly ServiceRow[] = [
  openJobRow,
  dueJobRow,
  tombstoneRow,
  idempotencyRow({ prefix: openJobRow.prefix, owner: openJobRow.keys.pk }),
  apiKeyRow,
  rateCounter,
  tenantRow,
  tenantCountRow,
  idempotencyRow({
    name: 'Idempotency key of tenant management',
    prefix: tenantRow.prefix,
    owner: tenantRow.keys.pk,
  }),
  lifecycleRow,
  milestoneRow,
  webhookSecretRow,
  ...accountRows,
  statementRunRow,
  quotaCounter,
  spendRow,
  ceilingRow,
]
