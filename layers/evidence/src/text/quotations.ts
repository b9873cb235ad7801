import type { Block } from './blocks.ts'
import type { Token } from './tokens.ts'

/** Words between quotation marks, or a block quote: tokens from `from` to `to`, exclusive. */
export interface Quotation {
  readonly from: number
  readonly to: number
  readonly words: number
  readonly isBlock: boolean
  readonly block: number
}

/** Quotations of a text, and unpaired quotation marks as token indexes. */
export interface Quotations {
  readonly quotations: readonly Quotation[]
  readonly unpaired: readonly number[]
}

const PARTNERS: Readonly<Record<string, string>> = { '“': '”', '„': '“', '«': '»', '‘': '’' }

const wordsIn = (tokens: readonly Token[], from: number, to: number): number => {
  let words = 0
  for (let at = from; at < to; at++) if (tokens[at]?.kind !== 'mark') words++
  return words
}

/** A prime mark after a number, for inches or feet, is not a quotation mark. */
const isMeasure = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]
  const mark = tokens[at]
  return before?.kind === 'number' && before.end === mark?.start
}

/** A quotation that continues in the next paragraph opens again there, and closes once. */
const reopens = (tokens: readonly Token[], at: number, opened: number): boolean =>
  tokens[at]?.text === tokens[opened]?.text && tokens[at]?.block !== tokens[opened]?.block && tokens[at]?.text === '“'

const quotationsByMarks = (tokens: readonly Token[]): Quotations => {
  const all: Quotation[] = []
  const unbalanced: number[] = []
  let open: { readonly at: number; readonly close: string } | undefined
  const addQuotation = (from: number, to: number): void => {
    const words = wordsIn(tokens, from, to)
    all.push({ from, to, words, isBlock: false, block: tokens[from]?.block ?? 0 })
    open = undefined
  }
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text, block } = tokens[at] as Token
    if (open && tokens[open.at]?.block !== block && !(kind === 'mark' && reopens(tokens, at, open.at))) {
      // Quotations close in their block; curly ones may continue if the next block opens again.
      unbalanced.push(open.at)
      open = undefined
    }
    if (kind !== 'mark') continue
    if (open && text === open.close) addQuotation(open.at + 1, at)
    else if (open) continue
    else if (text === '"' && !isMeasure(tokens, at)) open = { at, close: '"' }
    else if (text !== '"' && PARTNERS[text] !== undefined) open = { at, close: PARTNERS[text] }
    else if (text === '”' || text === '»') unbalanced.push(at)
  }
  if (open) unbalanced.push(open.at)
  return { quotations: all, unpaired: unbalanced }
}

/** A block quote that highlights the author's own words. */
const CALLOUT =
  /^\W*(?:tl;?dr|note|tip|warning|caution|summary|update|important|key points?|in short|disclosure|disclaimer)\b/i
const CALLOUT_LENGTH = 60
const LINK_ALONE = /^[\s>]*\[[^\]]*\]\([^)]*\)[\s>]*$/

export const quotationsOf = (
  body: string,
  tokens: readonly Token[],
  blocks: readonly Block[],
  firsts: readonly number[],
): Quotations => {
  const { quotations: all, unpaired: unbalanced } = quotationsByMarks(tokens)
  const quotes = blocks.flatMap(({ kind, start, end }, block): Quotation[] => {
    if (kind !== 'quote' || CALLOUT.test(body.slice(start, start + CALLOUT_LENGTH))) return []
    if (LINK_ALONE.test(body.slice(start, end))) return []
    const from = firsts[block] ?? 0
    const to = firsts[block + 1] ?? tokens.length
    return [{ from, to, words: wordsIn(tokens, from, to), isBlock: true, block }]
  })
  return { quotations: [...all, ...quotes].sort((one, other) => one.from - other.from), unpaired: unbalanced }
}
