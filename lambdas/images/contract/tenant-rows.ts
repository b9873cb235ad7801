import { rowKeys } from '@signet/kernel/row-kind'

/** A tenant, stored under its owner, so another user's tenant counts as absent. */
export const tenantRow = rowKeys({
  name: 'Tenant',
  prefix: 'USER#',
  keys: { pk: '<user>', sk: 'TENANT#<tenant>' },
  owner: 'person',
  exported: { file: 'tenants' },
  retention: 'for ever',
})

export const tenantCountRow = rowKeys({
  name: 'Number of tenants of a user',
  prefix: 'USER#',
  keys: { pk: '<user>', sk: 'COUNT' },
  owner: 'person',
  exported: { none: 'a counter' },
  retention: 'for ever',
})
