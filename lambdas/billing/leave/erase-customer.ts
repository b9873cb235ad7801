import type { Erase } from '@signet/identity'
import { eraseRows, Refusal, rowKey, type TableDeps } from '@signet/kernel'
import type { CustomerTable } from '../accounts/customer-table.ts'
import { inviteRow } from '../contract/invite-row.ts'
import type { LoadProcessor, Mode } from '../stripe/payment-processor.ts'

export interface EraseDeps extends TableDeps {
  readonly load: LoadProcessor
  readonly customersOf: (mode: Mode) => Pick<CustomerTable, 'get' | 'unlink'>
}

/** The processor; undefined where a deployment has no credentials for it, and so no customers. */
const configured = (load: LoadProcessor) =>
  load().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined
    throw error
  })

/**
 * Deletes the organisation's customer at the payment processor, which ends its subscriptions at once. What was paid
 * stays as numbers of the account.
 */
export const eraseCustomer =
  (deps: EraseDeps): Erase =>
  async ({ org_id: org }) => {
    if (org === null) return 'done'
    const processor = await configured(deps.load)
    if (processor) {
      const customers = deps.customersOf(processor.mode)
      const customer = (await customers.get(org))?.customer_id
      if (customer) {
        await processor.deleteCustomer(customer)
        await customers.unlink(org, customer)
      }
    }
    await eraseRows(deps, { pk: rowKey(inviteRow, { org, product: 'any' }).pk })
    return 'done'
  }
