import type { Gap, Severity } from '@signet/evidence'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns whether a gap has a position. A gap of the whole text spans the whole body. */
export const hasPlace = ({ span }: Pick<Gap, 'span'>, body: string): boolean =>
  span.end > span.start && span.end - span.start < body.length

/**
 * Returns the position of a span in an edited text from the common prefix and suffix, or undefined if the span itself
 * was edited. Marks so keep their words until the next check.
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
