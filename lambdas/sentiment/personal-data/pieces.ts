import { HOLE, type PlainText } from './plain-text.ts'

/** The kind of a piece of personal data, which also replaces it. The words are neutral in sentiment. */
export type PieceKind =
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

/** A piece of personal data in a text, by UTF-16 offsets. */
export interface Piece {
  readonly kind: PieceKind
  readonly start: number
  readonly end: number
}

/**
 * Finds pieces of personal data. Authors of mentions can know the rules, so each finder must take linear time: quantifiers
 * are bounded, and cues and values are two lists that are merged. `regions` (ISO 3166-1) are those of the monitor.
 */
export type Finder = (text: PlainText, regions: readonly string[]) => readonly Piece[]

/** Sorts pieces and drops a piece that overlaps an earlier one. */
export const withoutOverlaps = (pieces: readonly Piece[]): readonly Piece[] => {
  let end = 0
  return pieces
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((piece) => {
      if (piece.start < end || piece.end <= piece.start) return false
      end = piece.end
      return true
    })
}

const replaceByHoles = (text: string, pieces: readonly Piece[]): string => {
  let result = ''
  let at = 0
  for (const { start, end } of pieces) {
    result += text.slice(at, start) + HOLE.repeat(end - start)
    at = end
  }
  return result + text.slice(at)
}

/** Replaces pieces by holes of the same length, so that later rules do not find them and offsets stay the same. */
export const withHoles = ({ original, folded }: PlainText, pieces: readonly Piece[]): PlainText => {
  const ordered = withoutOverlaps(pieces)
  return { original: replaceByHoles(original, ordered), folded: replaceByHoles(folded, ordered) }
}

/** Returns all matches of a pattern as pieces, or the group named `value` if there is one. */
export const matchesOf = (kind: PieceKind, pattern: RegExp, text: string): Piece[] =>
  [...text.matchAll(pattern)].map((match) => {
    const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length]
    return { kind, start, end }
  })
