import { MONTHS } from '../lexicons/measures.ts'
import { NOT_NAMES } from '../lexicons/people.ts'
import type { Token } from '../text/tokens.ts'

const TITLES = new Set([
  'dr',
  'mr',
  'mrs',
  'ms',
  'prof',
  'professor',
  'sir',
  'sgt',
  'capt',
  'col',
  'sister',
  'nurse',
  'judge',
  'councillor',
  'cllr',
  'rev',
  'chef',
])
const PARTICLES = new Set([
  'de',
  'da',
  'di',
  'del',
  'van',
  'von',
  'der',
  'den',
  'la',
  'le',
  'bin',
  'al',
  'el',
  'ibn',
  'dos',
  'ten',
  'ter',
])

const isNamePart = (token: Token | undefined): token is Token =>
  token !== undefined &&
  token.kind === 'word' &&
  token.isCapital &&
  !NOT_NAMES.has(token.text) &&
  !MONTHS.has(token.text)

const isAbbreviationPeriod = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]
  return tokens[at]?.text === '.' && before !== undefined && (before.text.length === 1 || TITLES.has(before.text))
}

/** The end of a person's name that begins at a token: two capitalized words, or a title and a capitalized word. -1 if none begins there. */
export const personEnd = (tokens: readonly Token[], at: number): number => {
  let to = at
  let parts = 0
  const isTitled = TITLES.has(tokens[at]?.text ?? '') && tokens[at]?.isCapital === true
  if (isTitled) {
    to++
    if (tokens[to]?.text === '.') to++
  }
  for (;;) {
    const token = tokens[to]
    if (isNamePart(token) && token.block === tokens[at]?.block) {
      parts++
      to++
      if (isAbbreviationPeriod(tokens, to)) to++
    } else if (parts > 0 && token?.kind === 'word' && PARTICLES.has(token.text) && isNamePart(tokens[to + 1])) to++
    else break
  }
  return parts >= 2 || (isTitled && parts >= 1) ? to : -1
}

/** Returns true for a proper noun: a capitalized word that does not begin a sentence. */
export const isProperNoun = (tokens: readonly Token[], at: number, sentenceStart: number): boolean => {
  const token = tokens[at]
  if (!isNamePart(token) || at === sentenceStart) return false
  const before = tokens[at - 1]
  return !(before?.kind === 'mark' && /["“‘:.!?]/.test(before.text))
}

/** The position of the first person's name in a range of tokens; -1 if the range contains none. */
export const personIn = (tokens: readonly Token[], from: number, to: number): number => {
  for (let at = Math.max(0, from); at < Math.min(to, tokens.length); at++) {
    if (!tokens[at]?.isCapital) continue
    if (personEnd(tokens, at) > at) return at
  }
  return -1
}
