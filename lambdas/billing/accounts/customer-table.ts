import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { customerRow } from '../contract/billing-rows.ts'
import { customerOrganizationRow } from '../contract/customer-organization-row.ts'
import type { Mode } from '../stripe/payment-processor.ts'

export type CustomerRecord = RowOf<typeof customerRow>

export interface CustomerTable {
  get(org: string): Promise<CustomerRecord | undefined>
  /** Returns the organization of a customer, even if the customer was deleted at the processor. */
  organizationOf(customerId: string): Promise<string | undefined>
  /**
   * Returns the customer of the organization, and creates it with `create` if it does not exist. Concurrent requests
   * use the same idempotency key, so only one customer is created.
   */
  ensure(org: string, create: (key: string) => Promise<string>): Promise<string>
  setHasSavedCard(org: string, hasSavedCard: boolean): Promise<void>
  /** Clears the customer ID after the customer was deleted at the processor. */
  unlinkCustomer(org: string, customerId: string): Promise<void>
}

/** Stores customers in the shared table; both directions are written together. */
export const customerTable = (deps: TableDeps, mode: Mode): CustomerTable => {
  const customers = rowTable(customerRow, deps)
  const organizations = rowTable(customerOrganizationRow, deps)
  const get: CustomerTable['get'] = (org) => customers.get({ mode, org })

  const changeRecord = (org: string, change: (record: CustomerRecord) => Partial<CustomerRecord> | undefined) =>
    transact<void>(deps, async () => {
      const record = await get(org)
      const changes = record && change(record)
      if (!record || !changes) return { result: undefined }
      return { steps: [customers.steps.replace({ mode, org }, { ...record, ...changes }, record)], result: undefined }
    })

  return {
    get,
    organizationOf: async (customer) => (await organizations.get({ mode, customer }))?.org_id,
    ensure: (org, create) =>
      transact(deps, async () => {
        const record = await get(org)
        if (record?.customer_id) return { result: record.customer_id }
        const generation = record ? record.generation : 0
        const customer = await create(generation === 0 ? `cus:${org}` : `cus:${org}:${generation}`)
        const created_at = deps.now().toISOString()
        const next = { org_id: org, customer_id: customer, generation, has_saved_card: false, created_at }
        const step = record
          ? customers.steps.replace({ mode, org }, next, record)
          : customers.steps.putNew({ mode, org }, next)
        const organizationRow = { customer_id: customer, org_id: org, created_at }
        return { steps: [step, organizations.steps.putNew({ mode, customer }, organizationRow)], result: customer }
      }),
    setHasSavedCard: (org, has_saved_card) =>
      changeRecord(org, (record) => (record.has_saved_card === has_saved_card ? undefined : { has_saved_card })),
    unlinkCustomer: (org, customer) =>
      changeRecord(org, (record) =>
        record.customer_id === customer
          ? { customer_id: null, generation: record.generation + 1, has_saved_card: false }
          : undefined,
      ),
  }
}
