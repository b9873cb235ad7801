import type { Log } from './log.ts'
import { newSpanId } from './trace.ts'
import { onTrail } from './trail.ts'

/**
 * Spans of the platform: one per invocation, or one per message of a batch. A span is a member of the log line at the
 * end of the work, so that it costs no call and no store can lose it (docs/adr/0042-a-span-is-a-log-line.md).
 */
export type SpanKind = 'server' | 'consumer' | 'internal' | 'client'

/** An open span. Its end is measured by a clock that is never set back. */
export interface OpenSpan {
  /** 16 hex digits. */
  readonly id: string
  /** The span that sent the request, the message or the event; undefined if the work begins on the platform. */
  readonly parent: string | undefined
  readonly kind: SpanKind
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly begun: number
}

export interface SpanEnd {
  readonly status: 'ok' | 'error'
  readonly reason?: string | undefined
}

const REASON_MAX = 500

export const openSpan = (kind: SpanKind, parent: string | undefined): OpenSpan => ({
  id: newSpanId(),
  parent,
  kind,
  start: Date.now(),
  begun: performance.now(),
})

/**
 * Returns the member `span` of the line that ends it. `span_id` is already on the line, as on all lines of the work.
 */
export const spanField = ({ parent, kind, start, begun }: OpenSpan, { status, reason }: SpanEnd) => ({
  ...(parent === undefined ? {} : { parent }),
  kind,
  start,
  ms: Math.round((performance.now() - begun) * 1_000) / 1_000,
  status,
  ...(reason === undefined ? {} : { reason: reason.slice(0, REASON_MAX) }),
})

export const wordsOf = (error: unknown): string =>
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
    const end = (how: SpanEnd) => {
      const { failed: _, ...others } = facts
      log.info('span', { ...others, span: spanField(span, how) })
    }
    try {
      const result = await work((more) => {
        facts = { ...facts, ...more }
      })
      const { failed } = facts
      end(failed === undefined ? { status: 'ok' } : { status: 'error', reason: failed })
      return result
    } catch (error) {
      end({ status: 'error', reason: wordsOf(error) })
      throw error
    }
  })
}
