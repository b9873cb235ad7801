import { eraseRows, Refusal, type RowTable, rowKey, type TableDeps } from '@signet/kernel'
import type { Erase } from '@signet/erasure'
import type { customerRow } from '../contract/billing-rows.ts'
import { inviteRow } from '../contract/invite-row.ts'
import type { LoadProcessor } from '../stripe/payment-processor.ts'

export interface EraseDeps extends TableDeps {
  readonly load: LoadProcessor
  readonly customers: RowTable<typeof customerRow>
}

/** The processor; undefined where a deployment has no credentials for it, and so no customers. */
const configured = (load: LoadProcessor) =>
  load().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined
    throw error
  })

const eraseAtProcessor = async ({ load, customers }: EraseDeps, org: string): Promise<'done' | 'working'> => {
  const processor = await configured(load)
  const key = processor && { mode: processor.mode, org }
  const record = key && (await customers.get(key))
  if (!processor || !key || !record?.customer_id) return 'done'
  await processor.deleteCustomer(record.customer_id)
  const next = { ...record, customer_id: null, generation: record.generation + 1, has_saved_card: false }
  return (await customers.replace(key, next, { customer_id: record.customer_id })) ? 'done' : 'working'
}

/**
 * Deletes the organisation's customer at the payment processor, which ends its subscriptions at once. What was paid
 * stays as numbers of the account.
 */
export const eraseCustomer =
  (deps: EraseDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    await eraseRows(deps, { pk: rowKey(inviteRow, { org, product: 'any' }).pk })
    return eraseAtProcessor(deps, org)
  }
