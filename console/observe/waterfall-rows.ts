import type { GetTraceOutput } from '../api/observe.ts'
import { microsOf } from './amounts.ts'

export type Span = GetTraceOutput['spans'][number]
export type TraceLog = GetTraceOutput['logs'][number]

interface RowPosition {
  readonly depth: number
  /** Fraction of the whole trace: 0 is the start, 1 the end. */
  readonly offset: number
}

export type Row =
  | (RowPosition & {
      readonly kind: 'span'
      readonly span: Span
      readonly width: number
      /** The parent has not arrived, or is a descendant of the span (a cycle). */
      readonly isOrphan: boolean
    })
  | (RowPosition & { readonly kind: 'log'; readonly log: TraceLog })

interface Node {
  /** Microseconds since 1970. */
  readonly micros: number
  readonly span?: Span
  readonly log?: TraceLog
}

const spanNode = (span: Span): Node => ({ micros: microsOf(span.start_time), span })
const logNode = (log: TraceLog): Node => ({ micros: microsOf(log.ts), log })
const byTime = (a: Node, b: Node): number => a.micros - b.micros

/** Start and end in microseconds since 1970. */
const extentOf = ({ spans, logs }: Pick<GetTraceOutput, 'spans' | 'logs'>) => {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const { start_time: start, duration_ms: ms } of spans) {
    const startMicros = microsOf(start)
    from = Math.min(from, startMicros)
    to = Math.max(to, startMicros + ms * 1_000)
  }
  for (const { ts } of logs) {
    from = Math.min(from, microsOf(ts))
    to = Math.max(to, microsOf(ts))
  }
  return { from, length: Math.max(to - from, 1) }
}

/** Returns the direct children of each span. Logs without a known span are placed below the first root. */
const childrenOf = (spans: readonly Span[], logs: readonly TraceLog[], root: string | undefined) => {
  const ids = new Set(spans.map(({ span_id: id }) => id))
  const children = new Map<string, Node[]>()
  const add = (parent: string | undefined, node: Node) => {
    const key = parent !== undefined && ids.has(parent) ? parent : ''
    const all = children.get(key)
    if (all) all.push(node)
    else children.set(key, [node])
  }
  for (const span of spans) add(span.parent_span_id ?? undefined, spanNode(span))
  for (const log of logs) add(log.span_id !== null && ids.has(log.span_id) ? log.span_id : root, logNode(log))
  for (const all of children.values()) all.sort(byTime)
  return children
}

/**
 * Returns the rows of a trace from top to bottom: each span, followed by its child spans and logs by time. Every span
 * appears once; orphans and cycles of parents are placed at the top level.
 */
export const waterfallRows = ({ spans, logs }: Pick<GetTraceOutput, 'spans' | 'logs'>): readonly Row[] => {
  const { from, length } = extentOf({ spans, logs })
  const root = spans.find(({ parent_span_id: parent }) => parent === null)?.span_id
  const children = childrenOf(spans, logs, root)
  const rows: Row[] = []
  const visitedSpans: Set<Span> = new Set()
  const walk = (roots: readonly Node[]): void => {
    const stack = roots.map((node) => ({ node, depth: 0 })).reverse()
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { node, depth } = next
      const offset = (node.micros - from) / length
      if (node.log) rows.push({ kind: 'log', log: node.log, depth, offset })
      if (!node.span || visitedSpans.has(node.span)) continue
      const { span } = node
      visitedSpans.add(span)
      const isOrphan = depth === 0 && span.parent_span_id !== null
      rows.push({ kind: 'span', span, depth, offset, width: (span.duration_ms * 1_000) / length, isOrphan })
      const childNodes = children.get(span.span_id) ?? []
      children.delete(span.span_id)
      for (const child of childNodes.toReversed()) stack.push({ node: child, depth: depth + 1 })
    }
  }
  walk(children.get('') ?? [])
  for (const span of spans) if (!visitedSpans.has(span)) walk([spanNode(span)])
  return rows
}

/** Returns the milliseconds from the first to the last span or log of a trace. Work may continue after the root span. */
export const totalMsOf = (trace: Pick<GetTraceOutput, 'spans' | 'logs'>): number => extentOf(trace).length / 1_000
