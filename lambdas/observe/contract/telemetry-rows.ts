import { rowKeys } from '@signet/kernel/row-kind'
import { kept } from './rows.ts'

/** Its members are named by traces: `t` and the id for one that is listed, `x` and the id for one that is not or no longer. */
export const traceRow = rowKeys({
  name: 'Traces of a request that began in the same five minutes, in the order of the newest of them',
  prefix: 'OBSROW#',
  keys: { pk: '<tenant>#<worker>#<status>#<hour>', sk: '<order>#<request>#<part>' },
  kept,
})

export const tracePartRow = rowKeys({
  name: 'Request that tells of a trace, with the root of the trace if it has it',
  prefix: 'OBSTRACE#',
  keys: { pk: '<tenant>#<trace>', sk: 'R#<request>' },
  kept,
})

/** In the order of the latest time that the request tells of. */
export const sentRow = rowKeys({
  name: 'Spans and logs of traces from one request of a worker, compressed',
  prefix: 'OBSSENT#',
  keys: { pk: '<tenant>#<worker>', sk: '<latest>#<request>#<part>' },
  kept,
})

export const looseRow = rowKeys({
  name: 'Logs of no trace from one request of a worker, compressed',
  prefix: 'OBSLOG#',
  keys: { pk: '<tenant>#<worker>', sk: '<latest>#<request>#<part>' },
  kept,
})

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
