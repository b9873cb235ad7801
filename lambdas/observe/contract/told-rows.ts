import { rowKeys } from '@signet/kernel/row-kind'

const kept = '32 days'

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

export const metricRow = rowKeys({
  name: 'Metric of a worker in five minutes',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'M5#<slot>#<type>#<metric>' },
  kept,
})
