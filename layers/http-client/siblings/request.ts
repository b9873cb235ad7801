import { traceparentOf, trail } from '@signet/kernel'
import type { RequestParts } from '../src/index.ts'
import type { CallOptions } from './sibling-types.ts'

export interface AnyRequest extends CallOptions, RequestParts {}

export const traceHeader = ({ traceId = trail().trace_id }: AnyRequest): Record<string, string> => {
  const { trace_id, span_id } = trail()
  return traceId === undefined
    ? {}
    : { traceparent: traceparentOf(traceId, traceId === trace_id ? span_id : undefined) }
}
