import type { CloudEvent } from '@signet/contracts/events'
import { traceparentOf, trail } from '@signet/kernel'

/**
 * The event with the trace and the request of the work under way, unless it names its own. The same event is always given
 * the same: it is written first and sent later.
 */
export const tracedEvent = (event: CloudEvent): CloudEvent => {
  const { trace_id, request_id } = trail()
  const { source, id } = event
  return {
    ...(trace_id === undefined ? {} : { traceparent: traceparentOf(trace_id, `${source} ${id}`) }),
    ...(request_id === undefined ? {} : { requestid: request_id }),
    ...event,
  }
}
