import { rowKeys } from '@signet/kernel/row-kind'

export const requestMarkRow = rowKeys({
  name: 'Mark of a counted request part',
  prefix: 'OBSONCE#',
  keys: { pk: '<tenant>', sk: '<request>#<part>' },
  owner: 'organization',
  exported: { none: 'a mark of a request' },
  retention: '10 minutes',
})
