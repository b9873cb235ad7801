import { rowKeys } from '@signet/kernel/row-kind'

/**
 * The credits that an agent may still spend under one grant. Jobs deduct from it in the transaction that admits them.
 */
export const allowanceRow = rowKeys({
  name: 'Spending limit of an agent',
  prefix: 'ALLOWANCE#',
  keys: { pk: '<grant>', sk: 'ALLOWANCE' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'a number' },
  retention: 'permanent',
})
