import { rowKeys } from '@signet/kernel/row-kind'

/** A tenant. The key contains its owner, so a lookup by another user finds nothing. */
export const tenantRow = rowKeys({
  name: 'Tenant',
  prefix: 'USER#',
  keys: { pk: '<user>', sk: 'TENANT#<tenant>' },
  owner: 'person',
  exported: { file: 'tenants' },
  retention: 'permanent',
})

export const tenantCountRow = rowKeys({
  name: 'Number of tenants of a user',
  prefix: 'USER#',
  keys: { pk: '<user>', sk: 'COUNT' },
  owner: 'person',
  exported: { none: 'a counter' },
  retention: 'permanent',
})
