import { rowKeys } from '@signet/kernel/row-kind'
import { kept, workerRow } from './rows.ts'

export const metricRow = rowKeys({
  name: 'Metric of a worker in five minutes',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'M5#<slot>#<type>#<metric>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-metrics', json: 'state' },
  kept,
})

export const seriesRow = rowKeys({
  name: 'Series of a metric of a worker: its tags, and the last day on which it took a place',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'S#<metric>#<type>#<series>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-series', json: 'state' },
  kept,
})

export const seriesDayRow = rowKeys({
  name: 'How many series a worker has in a day of UTC',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'N#<day>' },
  owner: 'organization',
  within: [workerRow],
  exported: { none: 'a counter' },
  kept,
})

/** Levels: M5 (five minutes), H1 (an hour). */
export const seriesPointRow = rowKeys({
  name: 'Series of a worker in five minutes or an hour',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'P#<metric>#<type>#<series>#<level>#<slot>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-points', json: 'state' },
  kept,
})

/** A sender that begins anew has another start: what two processes send beside one another is told apart by it. */
export const totalRow = rowKeys({
  name: 'Last running total of a series since its start',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'T#<metric>#<type>#<series>#<start>' },
  owner: 'organization',
  within: [workerRow],
  exported: { none: 'the last value of a series' },
  kept,
})
