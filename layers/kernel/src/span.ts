import type { Log } from './log.ts'
import { newSpanId } from './trace.ts'
import { onTrail } from './trail.ts'

/**
 * Spans of the platform: one per invocation, or one per message of a batch. A span is a field of the log line at the
 * end of the work, so that it costs no call and no store can lose it (docs/adr/0042-a-span-is-a-log-line.md).
 */
export type SpanKind = 'server' | 'consumer' | 'internal' | 'client'

/** An open span. */
export interface OpenSpan {
  /** 16 hex digits. */
  readonly id: string
  /** The span that sent the request, the message or the event; undefined if the work begins on the platform. */
  readonly parent: string | undefined
  readonly kind: SpanKind
  /** Milliseconds since the epoch. */
  readonly start: number
  /** Milliseconds of a clock that is never set back, from which the duration is measured. */
  readonly monotonicStart: number
}

export interface SpanEnd {
  readonly status: 'ok' | 'error'
  readonly reason?: string | undefined
}

const REASON_LENGTH_MAX = 500

export const openSpan = (kind: SpanKind, parent: string | undefined): OpenSpan => ({
  id: newSpanId(),
  parent,
  kind,
  start: Date.now(),
  monotonicStart: performance.now(),
})

/**
 * Returns the field `span` of the line that ends a span. `span_id` is already on the line, as on all lines of the work.
 */
export const spanField = ({ parent, kind, start, monotonicStart }: OpenSpan, { status, reason }: SpanEnd) => ({
  ...(parent === undefined ? {} : { parent }),
  kind,
  start,
  ms: Math.round((performance.now() - monotonicStart) * 1_000) / 1_000,
  status,
  ...(reason === undefined ? {} : { reason: reason.slice(0, REASON_LENGTH_MAX) }),
})

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

export interface SpanStart {
  readonly kind: SpanKind
  readonly parent: string | undefined
}

export interface SpanFacts {
  readonly operation?: string
  readonly failed?: string | undefined
  readonly [fact: string]: string | number | undefined
}
export type NoteSpan = (facts: SpanFacts) => void

/**
 * Runs work as a span. Its line is written when the work ends, and contains the ids that became known during the work.
 */
export const spanned = <Result>(
  log: Pick<Log, 'info'>,
  { kind, parent }: SpanStart,
  work: (note: NoteSpan) => Promise<Result>,
): Promise<Result> => {
  const span = openSpan(kind, parent)
  return onTrail({ span_id: span.id }, async () => {
    let facts: SpanFacts = {}
    const end = (spanEnd: SpanEnd) => {
      const { failed: _, ...otherFacts } = facts
      log.info('span', { ...otherFacts, span: spanField(span, spanEnd) })
    }
    try {
      const result = await work((moreFacts) => {
        facts = { ...facts, ...moreFacts }
      })
      const { failed } = facts
      end(failed === undefined ? { status: 'ok' } : { status: 'error', reason: failed })
      return result
    } catch (error) {
      end({ status: 'error', reason: errorText(error) })
      throw error
    }
  })
}
