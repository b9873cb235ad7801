import { rowKeys } from '@signet/kernel/row-kind'
import { RETENTION, workerRow } from './rows.ts'

/**
 * Attribute names contain trace ids: `t:` and the id of a listed trace, `x:` and the id of a trace that must not be
 * listed in this row. `order` sorts the newest first.
 */
export const traceRow = rowKeys({
  name: 'Traces of a request that started in the same five minutes, ordered by the newest of them',
  prefix: 'OBSROW#',
  keys: { pk: '<tenant>#<worker>#<status>#<hour>', sk: '<order>#<request>#<part>' },
  owner: 'organization',
  erasure: { by: 'eraseWorker, by the hours that have counts' },
  exported: { none: 'an index of the traces' },
  retention: RETENTION,
})

export const traceReferenceRow = rowKeys({
  name: 'Request that contains records of a trace, with the root span if present',
  prefix: 'OBSTRACE#',
  keys: { pk: '<tenant>#<trace>', sk: 'R#<request>' },
  owner: 'organization',
  erasure: { by: 'eraseWorker, by the traces of a request' },
  exported: { none: 'an index of the traces' },
  retention: RETENTION,
})

/** `latest` is the latest time in the request. */
export const traceRecordRow = rowKeys({
  name: 'Spans and logs of traces from one request of a worker, compressed',
  prefix: 'OBSSENT#',
  keys: { pk: '<tenant>#<worker>', sk: '<latest>#<request>#<part>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-telemetry' },
  retention: RETENTION,
})

export const looseLogRow = rowKeys({
  name: 'Logs without a trace from one request of a worker, compressed',
  prefix: 'OBSLOG#',
  keys: { pk: '<tenant>#<worker>', sk: '<latest>#<request>#<part>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-telemetry' },
  retention: RETENTION,
})
