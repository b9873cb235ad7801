import { rowKeys } from '@signet/kernel/row-kind'

/** The credits that an agent may still spend by one grant. Jobs take from it in the transaction that admits them. */
export const allowanceRow = rowKeys({
  name: 'What an agent may still spend',
  prefix: 'ALLOWANCE#',
  keys: { pk: '<grant>', sk: 'ALLOWANCE' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a number' },
  kept: 'for ever',
})
