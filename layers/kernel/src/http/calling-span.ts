import type { Caller } from '../caller.ts'
import type { OpenSpan } from '../span.ts'

/**
 * Returns the calling span. Only services of the platform are trusted to share a trace. A span of another caller is
 * recorded as an attribute, and the request starts a new trace.
 */
export const callingSpan = (span: OpenSpan, caller: Caller | undefined) =>
  caller?.kind === 'service' || span.parent === undefined
    ? { span }
    : { span: { ...span, parent: undefined }, caller_span: span.parent }
