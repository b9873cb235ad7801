import { HOLE, type PlainText } from './plain-text.ts'

/** The kind of a piece of personal data: the word that replaces it. None of them sounds good or bad. */
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

/** A piece of a text, by its UTF-16 offsets. */
export interface Piece {
  readonly kind: Kind
  readonly start: number
  readonly end: number
}

/**
 * Finds pieces of personal data. Authors may know the rules, so each finder is linear: quantifiers are bounded, and
 * cues and values are two lists that are gone through side by side. `regions` (ISO 3166-1) are those of a monitor.
 */
export type Find = (text: PlainText, regions: readonly string[]) => readonly Piece[]

/** Pieces in their order; of two overlapping ones the first counts. */
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

/** The text with holes of the same length, so that later rules neither see the pieces nor lose their places. */
export const withHoles = ({ shown, folded }: PlainText, pieces: readonly Piece[]): PlainText => {
  const inOrder = apart(pieces)
  return { shown: punched(shown, inOrder), folded: punched(folded, inOrder) }
}

/** All matches of a pattern as pieces; with a group named `value` that group alone. */
export const matchesOf = (kind: Kind, pattern: RegExp, text: string): Piece[] =>
  [...text.matchAll(pattern)].map((match) => {
    const [start, end] = match.indices?.groups?.value ?? [match.index, match.index + match[0].length]
    return { kind, start, end }
  })
