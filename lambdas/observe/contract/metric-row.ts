import { rowKeys } from '@signet/kernel/row-kind'
import { kept } from './rows.ts'

export const metricRow = rowKeys({
  name: 'Metric of a worker in five minutes',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'M5#<slot>#<type>#<metric>' },
  kept,
})
