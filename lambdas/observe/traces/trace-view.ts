import type { Trace } from '../contract/queries.ts'
import { isoOf } from '../counters/units.ts'
import type { TraceEntry } from './entry.ts'

export const traceView = ({ trace, worker, status, start, end, duration, error }: TraceEntry): Trace => ({
  trace_id: trace,
  worker_name: worker,
  status,
  started_at: isoOf(start),
  finished_at: isoOf(end),
  duration_ms: duration,
  error_msg: error,
})
