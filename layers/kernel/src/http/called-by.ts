import type { Caller } from '../caller.ts'
import type { OpenSpan } from '../span.ts'

/**
 * The span that called. Only our services are known to have one in the same trace; that of anybody else is told as what it is,
 * and the request begins the trace.
 */
export const calledBy = (span: OpenSpan, caller: Caller | undefined) =>
  caller?.kind === 'service' || span.parent === undefined
    ? { span }
    : { span: { ...span, parent: undefined }, caller_span: span.parent }
