import { HOLE, type PlainText } from './plain-text.ts'

/** The kind of a piece of personal data, which is also its replacement. The words are neutral in sentiment. */
export type Kind =
  | 'URL'
  | 'EMAIL'
  | 'IBAN'
  | 'CARD'
  | 'MAC'
  | 'IP'
  | 'ID'
  | 'DATE'
  | 'HANDLE'
  | 'PHONE'
  | 'ADDRESS'
  | 'NAME'

/** A piece of a text, by UTF-16 offsets. */
export interface Piece {
  readonly kind: Kind
  readonly start: number
  readonly end: number
}

/**
 * Finds pieces of personal data. Authors can know the rules, so each finder must be linear: quantifiers are bounded,
 * and cues and values are two lists that are merged. `regions` (ISO 3166-1) are those of a monitor.
 */
export type Find = (text: PlainText, regions: readonly string[]) => readonly Piece[]

/** Sorts pieces and drops a piece that overlaps an earlier one. */
export const apart = (pieces: readonly Piece[]): readonly Piece[] => {
  let end = 0
  return pieces
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((piece) => {
      if (piece.start < end || piece.end <= piece.start) return false
      end = piece.end
      return true
    })
}

const punched = (text: string, pieces: readonly Piece[]): string => {
  let out = ''
  let at = 0
  for (const { start, end } of pieces) {
    out += text.slice(at, start) + HOLE.repeat(end - start)
    at = end
  }
  return out + text.slice(at)
}

/** Replaces pieces by holes of the same length, so that later rules neither see them nor lose their offsets. */
export const withHoles = ({ original, folded }: PlainText, pieces: readonly Piece[]): PlainText => {
  const inOrder = apart(pieces)
  return { original: punched(original, inOrder), folded: punched(folded, inOrder) }
}

/** Returns all matches of a pattern as pieces, or the group named `value` if there is one. */
export const matchesOf = (kind: Kind, pattern: RegExp, text: string): Piece[] =>
  [...text.matchAll(pattern)].map((match) => {
    const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length]
    return { kind, start, end }
  })
