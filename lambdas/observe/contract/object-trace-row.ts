import { rowKeys } from '@signet/kernel/row-kind'

export const objectTraceRow = rowKeys({
  name: 'Internal trace by the id of an object that it processed',
  prefix: 'OBSFOUND#',
  keys: { pk: '<id>', sk: '<trace>' },
  owner: 'platform',
  retention: '32 days',
})
