import { rowKeys } from '@signet/kernel/row-kind'

export const foundRow = rowKeys({
  name: 'Trace of our own by the id of something that it is about',
  prefix: 'OBSFOUND#',
  keys: { pk: '<id>', sk: '<trace>' },
  owner: 'platform',
  kept: '32 days',
})
