import { rowKeys } from '@signet/kernel/row-kind'
import { kept } from './rows.ts'

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

export const metricRow = rowKeys({
  name: 'Metric of a worker in five minutes',
  prefix: 'OBSMETRIC#',
  keys: { pk: '<tenant>#<worker>', sk: 'M5#<slot>#<type>#<metric>' },
  kept,
})
