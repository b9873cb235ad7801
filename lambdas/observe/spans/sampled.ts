import type { SpanRecord } from '@signet/telemetry'

/** Digits that fit into a number exactly. W3C Trace Context 2 has the random part of an id at its end. */
const DIGITS = 13

/** Whether a trace is in the sample: the same for each of its spans, whichever function they are of. */
export const isSampled = (traceId: string, rate: number): boolean =>
  Number.parseInt(traceId.slice(-DIGITS), 16) / 16 ** DIGITS < rate

/**
 * The spans that are kept. Of a trace outside the sample these are the failures: each stands alone, as the spans around it are
 * not there, and counts once. In the sample each span counts as 1 / rate, but for failures, of which all are kept.
 */
export const sampled = (spans: readonly SpanRecord[], rate: number): readonly SpanRecord[] =>
  spans.flatMap((span): readonly SpanRecord[] => {
    const isFailed = span.status === 'error'
    if (isSampled(span.traceId, rate)) return [isFailed || rate === 1 ? span : { ...span, sampleRate: rate }]
    if (!isFailed) return []
    const { parentSpanId, ...alone } = span
    if (parentSpanId === undefined) return [span]
    return [{ ...alone, attributes: { ...span.attributes, 'signet.parent': parentSpanId } }]
  })
