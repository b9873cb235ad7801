import type { ServiceErasure } from '@signet/erasure'
import { Refusal, type RowTable } from '@signet/kernel'
import type { customerRow } from '../contract/billing-rows.ts'
import type { LoadProcessor } from '../stripe/payment-processor.ts'

export interface ErasureDeps {
  readonly load: LoadProcessor
  readonly customers: RowTable<typeof customerRow>
}

/** Returns the processor; undefined for a deployment without credentials, which has no customers. */
const processorIfConfigured = (load: LoadProcessor) =>
  load().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined
    throw error
  })

const eraseAtProcessor = async ({ load, customers }: ErasureDeps, org: string): Promise<'done' | 'working'> => {
  const processor = await processorIfConfigured(load)
  const key = processor && { mode: processor.mode, org }
  const record = key && (await customers.get(key))
  if (!processor || !key || !record?.customer_id) return 'done'
  await processor.deleteCustomer(record.customer_id)
  const next = { ...record, customer_id: null, generation: record.generation + 1, has_saved_card: false }
  return (await customers.replace(key, next, { customer_id: record.customer_id })) ? 'done' : 'working'
}

/**
 * Deletes the customer at the payment processor, which ends its subscriptions immediately. Payment records remain,
 * because they contain only IDs and amounts.
 */
export const eraseCustomer = (deps: ErasureDeps): ServiceErasure => ({
  before: async ({ org_id: org }) => (org === null ? 'done' : eraseAtProcessor(deps, org)),
})
