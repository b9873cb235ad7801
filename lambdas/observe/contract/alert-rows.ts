import { rowKeys } from '@signet/kernel/row-kind'
import { kept } from './rows.ts'

export const alertRow = rowKeys({
  name: 'Incident that a worker told of',
  prefix: 'OBSALERT#',
  keys: { pk: '<tenant>', sk: 'AT#<order>#<id>' },
  kept,
})

export const alertIdRow = rowKeys({
  name: 'Place of an incident in the list, by its id',
  prefix: 'OBSALERT#',
  keys: { pk: '<tenant>', sk: 'ID#<id>' },
  kept,
})
