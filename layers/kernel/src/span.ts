import type { Log } from './log.ts'
import { newSpanId } from './trace.ts'
import { onTrail } from './trail.ts'

/**
 * Spans of ourselves: one an invocation, or one a message of a batch. A span is written as a member of the line that tells how
 * the work ended, so that it costs no call and no store can lose it (docs/adr/0042-a-span-is-a-log-line.md).
 */
export type SpanKind = 'server' | 'consumer' | 'internal' | 'client'

/** A span that has begun. Its end is read off a clock that is never put back. */
export interface OpenSpan {
  /** 16 hex digits. */
  readonly id: string
  /** The span that sent the request, the message or the event; undefined where the work begins with us. */
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

/** The member `span` of the line that ends it: `span_id` is on the line already, as on all lines of the work. */
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

/** Runs work as a span. Its line is written when the work ends, and carries the ids that became known meanwhile. */
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
