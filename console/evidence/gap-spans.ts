import type { Gap, Severity } from '@signet/evidence'

export interface Span {
  readonly start: number
  readonly end: number
}

/** Returns whether a gap has a position. A gap of the whole text spans the whole body. */
export const hasPosition = ({ span }: Pick<Gap, 'span'>, body: string): boolean =>
  span.end > span.start && span.end - span.start < body.length

/**
 * Returns the position of a span in an edited text from the common prefix and suffix, or undefined if the span itself
 * was edited. Marks therefore stay on their words until the next check.
 */
export const movedSpan = ({ start, end }: Span, before: string, after: string): Span | undefined => {
  if (before === after) return { start, end }
  const minLength = Math.min(before.length, after.length)
  let prefixLength = 0
  while (prefixLength < minLength && before[prefixLength] === after[prefixLength]) prefixLength++
  if (end <= prefixLength) return { start, end }
  let suffixLength = 0
  while (
    suffixLength < minLength - prefixLength &&
    before[before.length - 1 - suffixLength] === after[after.length - 1 - suffixLength]
  )
    suffixLength++
  if (start < before.length - suffixLength) return undefined
  const offset = after.length - before.length
  return { start: start + offset, end: end + offset }
}

export interface Piece {
  readonly text: string
  readonly severity?: Severity
}

interface Mark extends Span {
  readonly severity: Severity
}

const SEVERITY_RANK: Readonly<Record<Severity, number>> = { critical: 2, major: 1, minor: 0 }

const mostSevere = (marks: readonly Mark[]): Severity | undefined =>
  marks.toSorted((one, other) => SEVERITY_RANK[other.severity] - SEVERITY_RANK[one.severity])[0]?.severity

export const piecesOf = (body: string, marks: readonly Mark[]): readonly Piece[] => {
  const validMarks = marks.filter(({ start, end }) => start >= 0 && start < end && end <= body.length)
  const boundaries = [...new Set([0, body.length, ...validMarks.flatMap(({ start, end }) => [start, end])])].toSorted(
    (one, other) => one - other,
  )
  return boundaries.slice(1).map((end, index) => {
    const start = boundaries[index] ?? 0
    const severity = mostSevere(validMarks.filter((mark) => mark.start <= start && mark.end >= end))
    const text = body.slice(start, end)
    return severity === undefined ? { text } : { text, severity }
  })
}
