import type { Gap, Severity } from '@signet/evidence'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Whether a gap shows at one place. What is missing has the whole text for its span. */
export const hasPlace = ({ span }: Pick<Gap, 'span'>, body: string): boolean =>
  span.end > span.start && span.end - span.start < body.length

/**
 * Where a span of a text is in a later one, by what both begin and end with alike; undefined: it was changed. So marks stay
 * at their words until the text is checked again.
 */
export const movedSpan = ({ start, end }: Span, before: string, after: string): Span | undefined => {
  if (before === after) return { start, end }
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  if (end <= head) return { start, end }
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  if (start < before.length - tail) return undefined
  const by = after.length - before.length
  return { start: start + by, end: end + by }
}

export interface Piece {
  readonly text: string
  readonly severity?: Severity
}

interface Mark extends Span {
  readonly severity: Severity
}

const GRAVITY: Readonly<Record<Severity, number>> = { critical: 2, major: 1, minor: 0 }

const gravest = (marks: readonly Mark[]): Severity | undefined =>
  marks.toSorted((one, other) => GRAVITY[other.severity] - GRAVITY[one.severity])[0]?.severity

export const piecesOf = (body: string, marks: readonly Mark[]): readonly Piece[] => {
  const inside = marks.filter(({ start, end }) => start >= 0 && start < end && end <= body.length)
  const cuts = [...new Set([0, body.length, ...inside.flatMap(({ start, end }) => [start, end])])].toSorted(
    (one, other) => one - other,
  )
  return cuts.slice(1).map((end, at) => {
    const start = cuts[at] ?? 0
    const severity = gravest(inside.filter((mark) => mark.start <= start && mark.end >= end))
    const text = body.slice(start, end)
    return severity === undefined ? { text } : { text, severity }
  })
}
