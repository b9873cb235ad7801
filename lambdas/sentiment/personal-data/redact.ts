import { NAMES } from './name-rules.ts'
import { addressesIn, cardsIn, ibansIn, type Piece, phonesIn } from './number-rules.ts'
import { AFTER_NUMBERS, BEFORE_NUMBERS, type Kind, type PatternRule } from './pattern-rules.ts'
import { PLACES } from './place-rules.ts'

/** The pieces removed, and the remaining text. */
export interface Redacted {
  readonly text: string
  readonly removed: Readonly<Partial<Record<Kind, number>>>
}

/** Longer texts are cut: opinions do not come that late. */
export const TEXT_MAX = 5_000

/** Zero-width and direction marks, soft hyphens and fillers can hide personal data. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

const LINK = /(?<![\p{L}\p{N}])(?:(?:https?|ftp|hxxps?):\/\/|www\.)[^\s<>"']{1,2048}/giu

/** The host shows the topic of a link; the rest may identify a person. */
const withoutLinks = (text: string, count: (kind: Kind) => void): string =>
  text.replaceAll(LINK, (link) => {
    count('URL')
    const url = URL.parse(link.replace(/^(?=www\.)/i, 'https://').replace(/^hxxp/i, 'http'))
    return url && /^[a-z0-9.-]+$/i.test(url.hostname) && !/^[\d.]+$/.test(url.hostname)
      ? `[URL ${url.hostname}]`
      : '[URL]'
  })

const piecesOf = ({ kind, pattern, group }: PatternRule, text: string): Piece[] =>
  [...text.matchAll(pattern)].map((match) => {
    const [start, end] = (group ? match.indices?.[1] : undefined) ?? [match.index, match.index + match[0].length]
    return { kind, start, end }
  })

/** Replaces each piece by its kind; of two overlapping ones the first counts. */
const without = (text: string, pieces: readonly Piece[], count: (kind: Kind) => void): string => {
  let [out, at] = ['', 0]
  for (const { kind, start, end } of pieces.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    count(kind)
    out += `${text.slice(at, start)}[${kind}]`
    at = end
  }
  return out + text.slice(at)
}

/**
 * Removes personal data from a text: links except for their hosts, mail and network addresses, numbers of accounts,
 * cards, identity papers and telephones, handles, streets, and names after a cue. It rather removes too much than too
 * little: only some tone of the text is lost. Linear in the length of the text.
 */
export const redact = (raw: string, regions: readonly string[]): Redacted => {
  const removed: Partial<Record<Kind, number>> = {}
  const count = (kind: Kind): void => {
    removed[kind] = (removed[kind] ?? 0) + 1
  }
  const plain = raw.slice(0, TEXT_MAX).normalize('NFKC').replaceAll(INVISIBLE, '').slice(0, TEXT_MAX)
  const byRules = (text: string, rules: readonly PatternRule[]): string =>
    rules.reduce((left, rule) => without(left, piecesOf(rule, left), count), text)
  let text = byRules(withoutLinks(plain, count), BEFORE_NUMBERS)
  for (const find of [ibansIn, cardsIn, addressesIn]) text = without(text, find(text), count)
  text = byRules(text, AFTER_NUMBERS)
  text = without(text, phonesIn(text, regions), count)
  return { text: byRules(text, [...PLACES, ...NAMES]), removed }
}
