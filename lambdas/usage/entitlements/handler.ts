import { invokedFunction, tableClient } from '@signet/kernel'
import { entitlementTable } from '@signet/ledger'
import { access } from '../contract/access.ts'
import { changeEntitlement, EntitlementEvent } from './change-entitlement.ts'

export const handler = invokedFunction({
  name: 'usage-entitlements',
  access: access.entitlements,
  variables: process.env,
  clients: { db: tableClient() },
  input: EntitlementEvent,
  ids: ({ org_id }) => ({ tenant_id: org_id }),
  build: (runtime) => changeEntitlement({ ...runtime, entitlements: entitlementTable(runtime) }),
})
