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

export const traceRow = rowKeys({
  name: 'Trace, in the order of starts',
  prefix: 'OBSROW#',
  keys: { pk: '<tenant>#<worker>#<status>#<hour>', sk: '<order>#<trace>' },
  kept,
})

export const traceMetaRow = rowKeys({
  name: 'Place of a trace in the list, by its id',
  prefix: 'OBSTRACE#',
  keys: { pk: '<tenant>#<trace>', sk: 'META' },
  kept,
})

export const traceBlobRow = rowKeys({
  name: 'Spans and logs of a trace from one request, compressed',
  prefix: 'OBSTRACE#',
  keys: { pk: '<tenant>#<trace>', sk: 'B#<request>#<part>' },
  kept,
})

export const sentRow = rowKeys({
  name: 'Request of a worker: the traces that it is about, and logs of none',
  prefix: 'OBSSENT#',
  keys: { pk: '<tenant>#<worker>', sk: '<at>#<request>#<part>' },
  kept,
})
