import { type Finder, matchesOf } from './pieces.ts'

/** Unambiguous names of the "@" sign, by language, folded. */
const AT_NAMES =
  'arroba|arobase|arobas|chiocciola|chiocciolina|apenstaartje|apestaartje|klammeraffe|affenschwanz|at-sign'
/** Ambiguous words for the "@" sign. */
const AT_WORDS = 'at|aet|ad|chez|bei|en|a|@'
const DOTS = 'dot|punkt|point|pt|punto|ponto|punt|pto|\\.'
const DOT_WORDS = 'dot|punkt|point|punto|ponto|punt'
/** Words for marks inside a local part: "jane dot doe", "jane underscore doe". */
const JOINS = `${DOT_WORDS}|underscore|unterstrich|tiret|guion bajo|guion|hifen|trattino|underline|bindestrich|minus|hyphen|streepje|liggend streepje|koppelteken`

const OPEN = String.raw`\s{0,2}[([{<|*_/-]{1,2}\s{0,2}`
const CLOSE = String.raw`\s{0,2}[)\]}>|*_/-]{1,2}\s{0,2}`
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{N}_-]{0,62}`
const PART = String.raw`[\p{L}\p{N}._%+-]{1,64}`
const LOCAL = String.raw`(?<![\p{L}\p{N}._%+-])${PART}(?:(?:\s(?:${JOINS})\s|${OPEN}(?:${DOTS})${CLOSE})${PART}(?:\s\p{L}{1,20}(?=\s{0,2}[([{<]))?){0,3}`

const AT_SIGN = String.raw`\s{0,2}@\s{0,2}|%40|${OPEN}(?:${AT_NAMES}|${AT_WORDS})${CLOSE}|\s{1,3}(?:${AT_NAMES})\s{1,3}`
const DOT_ANY = String.raw`\s{0,2}\.\s?|${OPEN}(?:${DOTS})${CLOSE}|\s{1,3}(?:${DOT_WORDS})\s{1,3}`
const DOT_SAID = String.raw`${OPEN}(?:${DOTS})${CLOSE}|\s{1,3}(?:${DOT_WORDS})\s{1,3}`
const HOST_AFTER_DOT = String.raw`[\p{L}\p{N}-]{2,62}`

const PATTERNS = [
  // The usual form, and "@" in words. A period can have one blank at its side.
  new RegExp(`${LOCAL}(?:${AT_SIGN})${WORD}(?:(?:${DOT_ANY})${HOST_AFTER_DOT}){1,4}`, 'gu'),
  // "at" is an English word, so the period must also be a word.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}._%+-])(?!(?:me|us|him|her|them|it|you|mich|mir|uns|moi|nous)\s{1,3}(?:at|aet|chez|bei)\s)${LOCAL}\s{1,3}(?:at|aet|chez|bei)\s{1,3}${WORD}(?:(?:${DOT_SAID})${HOST_AFTER_DOT}){1,4}`,
    'gu',
  ),
  // Alternatively, the local part cannot be a word.
  new RegExp(
    String.raw`(?<![\p{L}\p{N}._%+-])(?=[\p{L}\p{N}%+-]{1,30}[._\d])${PART}\s{1,2}(?:at|aet)\s{1,2}[\p{L}\p{N}-]{2,40}(?:\.[\p{L}\p{N}-]{2,20}){1,3}`,
    'gu',
  ),
  // A quoted local part, and an address literal.
  /"[^"@]{1,40}"@[\p{L}\p{N}.-]{3,80}|[\p{L}\p{N}._%+-]{1,64}@\[[\d.:a-f]{3,45}\]/gu,
]

/** Excludes the first word of the next sentence, which looks like a part of the host: "me@example.com. Thanks". */
const endWithoutNextSentence = (original: string, end: number, start: number): number => {
  const match = /\.\s\p{Lu}[\p{L}\p{N}-]*$/u.exec(original.slice(start, end))
  return match && original.slice(start, start + match.index).includes('.', original.slice(start).search('@') + 1)
    ? start + match.index
    : end
}

/** Finds mail addresses, including those that spell out "@" and periods in one of seven languages. */
export const mailsIn: Finder = ({ original, folded }) =>
  PATTERNS.flatMap((pattern) => matchesOf('EMAIL', pattern, folded)).map((piece) => ({
    ...piece,
    end: endWithoutNextSentence(original, piece.end, piece.start),
  }))
