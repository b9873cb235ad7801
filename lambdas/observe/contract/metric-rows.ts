import { rowKeys } from '@signet/kernel/row-kind'
import { kept } from './rows.ts'

export const metricRow = rowKeys({
  name: 'Metric of a worker in five minutes',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'M5#<slot>#<type>#<metric>' },
  kept,
})

export const seriesRow = rowKeys({
  name: 'Series of a metric of a worker: its tags, and the last day on which it took a place',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'S#<metric>#<type>#<series>' },
  kept,
})

export const seriesDayRow = rowKeys({
  name: 'How many series a worker has in a day of UTC',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'N#<day>' },
  kept,
})

/** Levels: M5 (five minutes), H1 (an hour). */
export const seriesPointRow = rowKeys({
  name: 'Series of a worker in five minutes or an hour',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'P#<metric>#<type>#<series>#<level>#<slot>' },
  kept,
})

/** A sender that begins anew has another start: what two processes send beside one another is told apart by it. */
export const totalRow = rowKeys({
  name: 'Last running total of a series since its start',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'T#<metric>#<type>#<series>#<start>' },
  kept,
})
