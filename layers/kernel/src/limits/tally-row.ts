import { rowKeys } from '../table/row-kind.ts'

/** Number of items that were ever added to a list. Removals do not change the number. */
export const tallyRow = rowKeys({
  name: 'Number of additions to a limited list',
  prefix: 'TALLY#',
  keys: { pk: '<owner>', sk: '<list>' },
  owner: 'organization',
  erasure: { none: 'contains only the ID of an account' },
  exported: { none: 'a counter' },
  retention: 'permanent',
})
