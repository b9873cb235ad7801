import { textField } from './line-ids.ts'
import type { LogLine } from './log-line.ts'

/** A span, as reported by the log line that ended it (layers/kernel/src/span.ts). */
export interface ReportedSpan {
  readonly id: string
  /** Absent if the trace begins here, or if the parent span was killed and left no line. */
  readonly parent?: string | undefined
  readonly fn: string
  readonly operation: string
  /** Milliseconds since the epoch. */
  readonly start: number
  readonly ms: number
  readonly status: string
  readonly reason?: string | undefined
  readonly depth: number
}

type SpanLine = Omit<ReportedSpan, 'depth'>

const spanOf = (line: LogLine): SpanLine | undefined => {
  const id = textField(line, 'span_id')
  const { span } = line.fields
  if (id === undefined || typeof span !== 'object' || span === null) return undefined
  const { parent, start, ms, status, reason } = span as Readonly<Record<string, unknown>>
  if (typeof start !== 'number' || typeof ms !== 'number') return undefined
  const { fn } = line
  return {
    id,
    ...(typeof parent === 'string' ? { parent } : {}),
    fn,
    operation: textField(line, 'operation') ?? '',
    start,
    ms,
    status: String(status),
    ...(typeof reason === 'string' ? { reason } : {}),
  }
}

/** Returns the descendants of a span, each before its own children, by start time. */
const descendantsOf = (
  parent: string | undefined,
  depth: number,
  children: ReadonlyMap<string | undefined, SpanLine[]>,
): ReportedSpan[] =>
  (children.get(parent) ?? [])
    .toSorted((a, b) => a.start - b.start)
    .flatMap((span) => [{ ...span, depth }, ...descendantsOf(span.id, depth + 1, children)])

/** Returns the spans of a trace as a tree, in reading order. */
export const spansIn = (lines: readonly LogLine[], trace: string | undefined): readonly ReportedSpan[] => {
  const spans = lines.filter((line) => textField(line, 'trace_id') === trace).flatMap((line) => spanOf(line) ?? [])
  const byId = new Map(spans.map((span) => [span.id, span]))
  const rooted = [...byId.values()].map(({ parent, ...span }) =>
    parent !== undefined && byId.has(parent) && parent !== span.id ? { ...span, parent } : span,
  )
  return descendantsOf(
    undefined,
    0,
    Map.groupBy(rooted, (span: SpanLine) => span.parent),
  )
}

const BAR_WIDTH = 32

const barOf = ({ start, ms }: ReportedSpan, from: number, totalMs: number): string => {
  const offset = Math.min(BAR_WIDTH - 1, Math.floor(((start - from) / totalMs) * BAR_WIDTH))
  const width = Math.max(1, Math.min(BAR_WIDTH - offset, Math.round((ms / totalMs) * BAR_WIDTH)))
  return `${' '.repeat(offset)}${'━'.repeat(width)}`.padEnd(BAR_WIDTH)
}

const milliseconds = (ms: number): string => (ms < 10 ? ms.toFixed(1) : ms.toFixed(0))

export const renderWaterfall = (spans: readonly ReportedSpan[]): readonly string[] => {
  if (spans.length === 0) return []
  const from = Math.min(...spans.map(({ start }) => start))
  const totalMs = Math.max(1, ...spans.map(({ start, ms }) => start + ms - from))
  const names = spans.map(({ depth, fn, operation }) => `${'  '.repeat(depth)}${[fn, operation].join(' ').trim()}`)
  const nameWidth = Math.max(...names.map(({ length }) => length))
  return spans.map((span, i) => {
    const startText = `+${milliseconds(span.start - from)} ms`.padStart(11)
    const duration = `${milliseconds(span.ms)} ms`.padStart(10)
    const ending = [span.status, span.reason].filter((part) => part !== undefined).join('  ')
    return `${startText} ${duration}  ${barOf(span, from, totalMs)}  ${String(names[i]).padEnd(nameWidth)}  ${ending}`
  })
}
