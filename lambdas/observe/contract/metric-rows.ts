import { rowKeys } from '@signet/kernel/row-kind'
import { RETENTION, workerRow } from './rows.ts'

export const metricRow = rowKeys({
  name: 'Metric of a worker in a five-minute interval',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'M5#<slot>#<type>#<metric>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-metrics', json: 'state' },
  retention: RETENTION,
})

export const seriesRow = rowKeys({
  name: 'Series of a metric of a worker, with its tags and the last day on which it counted against the limit',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'S#<metric>#<type>#<series>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-series', json: 'state' },
  retention: RETENTION,
})

export const seriesDayRow = rowKeys({
  name: 'Number of series of a worker in a UTC day',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'N#<day>' },
  owner: 'organization',
  within: [workerRow],
  exported: { none: 'a counter' },
  retention: RETENTION,
})

/** Levels: M5 (five minutes), H1 (one hour). */
export const seriesPointRow = rowKeys({
  name: 'Series of a worker in a five-minute or one-hour interval',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'P#<metric>#<type>#<series>#<level>#<slot>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-points', json: 'state' },
  retention: RETENTION,
})

/** A restarted sender has a new start time. The start distinguishes the totals of concurrent processes. */
export const totalRow = rowKeys({
  name: 'Last running total of a series since its start',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'T#<metric>#<type>#<series>#<start>' },
  owner: 'organization',
  within: [workerRow],
  exported: { none: 'the last value of a series' },
  retention: RETENTION,
})
