import { apiKeyRow } from '@signet/identity/key-rows'
import { idempotencyRow } from '@signet/kernel/idempotency-row'
import { quotaCounter } from '@signet/kernel/quota-row'
import { rateCounter } from '@signet/kernel/rate-row'
import type { RowKeys } from '@signet/kernel/row-kind'
import { ceilingRow, spendRow } from '@signet/kernel/spend-rows'
import { webhookSecretRow } from '@signet/notifications/webhooks/rows'
import { dueJobRow, openJobRow, tombstoneRow } from './job-rows.ts'
import { lifecycleRow } from './lifecycle-row.ts'
import { milestoneRow } from './milestone-row.ts'
import { statementRunRow } from './statement-run-row.ts'
import { tenantCountRow, tenantRow } from './tenant-rows.ts'

export const rows: readonly RowKeys[] = [
  openJobRow,
  dueJobRow,
  tombstoneRow,
  idempotencyRow({ prefix: openJobRow.prefix, partition: openJobRow.keys.pk, owner: 'tenant' }),
  apiKeyRow,
  rateCounter,
  tenantRow,
  tenantCountRow,
  idempotencyRow({
    name: 'Idempotency key of tenant management',
    prefix: tenantRow.prefix,
    partition: tenantRow.keys.pk,
    owner: 'person',
  }),
  lifecycleRow,
  milestoneRow,
  webhookSecretRow,
  statementRunRow,
  quotaCounter,
  spendRow,
  ceilingRow,
]
