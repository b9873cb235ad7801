import type { CloudEvent } from '@signet/contracts/events'
import { senderId, traceparentOf, trail } from '../index.ts'

/**
 * The event with the trace and the request of the work under way, unless it names its own. The same event is always given
 * the same: it is written first and sent later.
 */
export const tracedEvent = (event: CloudEvent): CloudEvent => {
  const { trace_id, request_id, span_id = senderId(`${event.source} ${event.id}`) } = trail()
  return {
    ...(trace_id === undefined ? {} : { traceparent: traceparentOf(trace_id, span_id) }),
    ...(request_id === undefined ? {} : { requestid: request_id }),
    ...event,
  }
}
