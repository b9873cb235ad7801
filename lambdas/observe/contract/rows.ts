import { rowKeys } from '@signet/kernel/row-kind'

/** Days after which whatever was kept is deleted by itself; reads look at the time of the plan, which is shorter. */
export const KEPT_DAYS = 32
const kept = `${KEPT_DAYS} days`

/** Tenants with workers, which are looked after every hour. */
export const observedRow = rowKeys({
  name: 'Workers of a tenant that hold a place of the plan',
  prefix: 'OBS#',
  keys: { pk: '<tenant>', sk: 'WORKERS' },
  index: { gsi1pk: 'OBSERVED', gsi1sk: '<tenant>' },
  kept: 'until the tenant leaves',
})

export const workerRow = rowKeys({
  name: 'Worker that has sent telemetry',
  prefix: 'OBS#',
  keys: { pk: '<tenant>', sk: 'W#<worker>' },
  kept: 'as long as anything of it is kept',
})

export const capRow = rowKeys({
  name: 'Events of a worker in a day of UTC',
  prefix: 'OBSCOUNT#',
  keys: { pk: '<tenant>#<worker>', sk: 'CAP#<day>' },
  kept,
})

/** Levels: M5 (five minutes), H1 (an hour), D1 (a day). */
export const countRow = rowKeys({
  name: 'Counts and durations of traces, by the time of their start',
  prefix: 'OBSCOUNT#',
  keys: { pk: '<tenant>#<worker>', sk: '<level>#<slot>' },
  kept,
})

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

export const foundRow = rowKeys({
  name: 'Trace of our own by the id of something that it is about',
  prefix: 'OBSFOUND#',
  keys: { pk: '<id>', sk: '<trace>' },
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
