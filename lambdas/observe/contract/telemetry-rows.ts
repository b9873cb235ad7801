import { rowKeys } from '@signet/kernel/row-kind'
import { kept, workerRow } from './rows.ts'

/** Its members are named by traces: `t` and the id for one that is listed, `x` and the id for one that is not or no longer. */
export const traceRow = rowKeys({
  name: 'Traces of a request that began in the same five minutes, in the order of the newest of them',
  prefix: 'OBSROW#',
  keys: { pk: '<tenant>#<worker>#<status>#<hour>', sk: '<order>#<request>#<part>' },
  owner: 'organization',
  erasure: { by: 'eraseWorker, by the hours that have counts' },
  exported: { none: 'an index of the traces' },
  kept,
})

export const tracePartRow = rowKeys({
  name: 'Request that tells of a trace, with the root of the trace if it has it',
  prefix: 'OBSTRACE#',
  keys: { pk: '<tenant>#<trace>', sk: 'R#<request>' },
  owner: 'organization',
  erasure: { by: 'eraseWorker, by the traces of a request' },
  exported: { none: 'an index of the traces' },
  kept,
})

/** In the order of the latest time that the request tells of. */
export const sentRow = rowKeys({
  name: 'Spans and logs of traces from one request of a worker, compressed',
  prefix: 'OBSSENT#',
  keys: { pk: '<tenant>#<worker>', sk: '<latest>#<request>#<part>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-telemetry' },
  kept,
})

export const looseRow = rowKeys({
  name: 'Logs of no trace from one request of a worker, compressed',
  prefix: 'OBSLOG#',
  keys: { pk: '<tenant>#<worker>', sk: '<latest>#<request>#<part>' },
  owner: 'organization',
  within: [workerRow],
  exported: { file: 'observe-telemetry' },
  kept,
})
