import { rowKeys } from '@signet/kernel/row-kind'
import { kept } from './rows.ts'

export const foundRow = rowKeys({
  name: 'Trace of our own by the id of something that it is about',
  prefix: 'OBSFOUND#',
  keys: { pk: '<id>', sk: '<trace>' },
  kept,
})
