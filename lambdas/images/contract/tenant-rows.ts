import { rowKeys } from '@signet/kernel/row-kind'

/** A tenant is stored under its owner, so a foreign tenant counts as absent. */
export const tenantRow = rowKeys({
  name: 'Tenant',
  prefix: 'USER#',
  keys: { pk: '<user>', sk: 'TENANT#<tenant>' },
  kept: 'for ever',
})

/** How many tenants a user has. */
export const tenantCountRow = rowKeys({
  name: 'Number of tenants of a user',
  prefix: 'USER#',
  keys: { pk: '<user>', sk: 'COUNT' },
  kept: 'for ever',
})
