import { rowKeys } from '@signet/kernel/row-kind'

export const foundRow = rowKeys({
  name: 'Internal trace by the id of a related object',
  prefix: 'OBSFOUND#',
  keys: { pk: '<id>', sk: '<trace>' },
  owner: 'platform',
  retention: '32 days',
})
