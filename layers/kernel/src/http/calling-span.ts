import type { Caller } from '../caller.ts'
import type { OpenSpan } from '../span.ts'

/**
 * Returns the span of a request for its log line. Only a service of the platform can be the parent span. The span of
 * another caller becomes the attribute `caller_span`.
 */
export const callingSpan = (span: OpenSpan, caller: Caller | undefined) =>
  caller?.kind === 'service' || span.parent === undefined
    ? { span }
    : { span: { ...span, parent: undefined }, caller_span: span.parent }
