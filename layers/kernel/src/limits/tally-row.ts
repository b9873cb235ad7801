import { rowKeys } from '../table/row-kind.ts'

/** How many things were ever added to a list. Removals do not change it. */
export const tallyRow = rowKeys({
  name: 'Additions to a list that holds only so many',
  prefix: 'TALLY#',
  keys: { pk: '<owner>', sk: '<list>' },
  owner: 'organization',
  erasure: { none: 'names only the id of an account' },
  exported: { none: 'a counter' },
  kept: 'for ever',
})
