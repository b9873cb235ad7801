import type { Block } from './blocks.ts'
import { isCapital, isDigit, isLetter, isSpace, isWordPart } from './characters.ts'
import type { TextRange } from './marks.ts'

export interface Token {
  readonly kind: 'word' | 'number' | 'mark'
  readonly start: number
  readonly end: number
  /** Lowercase, with straight apostrophes. */
  readonly text: string
  /** Whether the token starts with a capital letter. */
  readonly isCapital: boolean
  /** Index of the block that contains the token. */
  readonly block: number
}

const APOSTROPHE = 39
const CURLY = 0x2019
const POINT = 46
const COMMA = 44

const MARKS = new Set([...'.,;:!?()"“”„‘’«»—–…$£€¥₹%=&+/§°~'].map((mark) => mark.charCodeAt(0)))

const wordEnd = (body: string, from: number, end: number): number => {
  let at = from
  while (at < end) {
    const code = body.charCodeAt(at)
    const isInside = code === APOSTROPHE || code === CURLY
    if (isWordPart(code) || (isInside && isLetter(body.charCodeAt(at + 1)) && at + 1 < end)) at++
    else break
  }
  return at
}

/** Periods and commas between digits are part of a number. */
const numberEnd = (body: string, from: number, end: number): number => {
  let at = from
  while (at < end) {
    const code = body.charCodeAt(at)
    const isParted = (code === POINT || code === COMMA) && at + 1 < end && isDigit(body.charCodeAt(at + 1))
    if (isDigit(code) || isParted) at++
    else break
  }
  return at
}

/** Appends the tokens of a block, except those in `hiddenRanges`, which are sorted and do not overlap. */
export const addTokens = (
  tokens: Token[],
  body: string,
  block: Block,
  blockNumber: number,
  hiddenRanges: readonly TextRange[],
): void => {
  const { end } = block
  let at = block.start
  let next = 0
  while (at < end) {
    while (next < hiddenRanges.length && (hiddenRanges[next] as TextRange).end <= at) next++
    const skipped = hiddenRanges[next]
    if (skipped && skipped.start <= at) {
      at = skipped.end
      continue
    }
    const last = skipped ? Math.min(end, skipped.start) : end
    const code = body.charCodeAt(at)
    const start = at
    if (isLetter(code)) {
      at = wordEnd(body, at, last)
      const text = body.slice(start, at).toLowerCase()
      const plain = text.includes('’') ? text.replaceAll('’', "'") : text
      tokens.push({ kind: 'word', start, end: at, text: plain, isCapital: isCapital(code), block: blockNumber })
    } else if (isDigit(code)) {
      at = numberEnd(body, at, last)
      const text = body.slice(start, at)
      tokens.push({ kind: 'number', start, end: at, text, isCapital: false, block: blockNumber })
    } else {
      at++
      if (!isSpace(code) && MARKS.has(code))
        tokens.push({ kind: 'mark', start, end: at, text: body[start] as string, isCapital: false, block: blockNumber })
    }
  }
}
