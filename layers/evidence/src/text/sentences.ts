import type { Block } from './blocks.ts'
import type { Token } from './tokens.ts'

/** A sentence of a block: tokens from `from` to `to`, exclusive. */
export interface Sentence {
  readonly block: number
  readonly from: number
  readonly to: number
  readonly isQuestion: boolean
}

const ABBREVIATIONS = new Set(
  (
    'dr mr mrs ms prof sr jr st no nos fig figs vs etc al ca approx inc ltd co corp dept est ed eds vol pp cf ' +
    'e.g i.e jan feb mar apr jun jul aug sep sept oct nov dec gen col capt lt sgt rev hon gov sen rep ph'
  ).split(' '),
)
const ENDS = new Set(['.', '!', '?', '…'])
const CLOSERS = new Set(['"', '”', '’', ')', '»'])

/** A period after an abbreviation or an initial does not end a sentence if another word follows. */
const isAbbreviation = (before: Token | undefined): boolean =>
  before?.kind === 'word' && (ABBREVIATIONS.has(before.text) || (before.text.length === 1 && before.text !== 'i'))

const beginsSentence = (body: string, token: Token | undefined): boolean =>
  token === undefined || token.isCapital || token.kind !== 'word' || body[token.start - 1] === '\n'

/** Returns true if a mark ends its sentence: a space follows, and then a possible beginning. */
const endsSentence = (body: string, tokens: readonly Token[], at: number, to: number): boolean => {
  const token = tokens[at] as Token
  let next = at + 1
  while (next < to && CLOSERS.has(tokens[next]?.text ?? '')) next++
  if (next >= to) return true
  const last = tokens[next - 1] as Token
  const following = tokens[next]
  if (following && following.start === last.end && !ENDS.has(token.text)) return false
  if (following && following.start === last.end && following.kind !== 'mark') return false
  if (ENDS.has(following?.text ?? '')) return false
  if (token.text === '.' && isAbbreviation(tokens[at - 1])) return false
  return beginsSentence(body, following)
}

/** Adds the sentences of a block whose tokens begin at `from`. */
export const addSentences = (
  sentences: Sentence[],
  body: string,
  tokens: readonly Token[],
  { kind }: Block,
  blockNumber: number,
  from: number,
): void => {
  const to = tokens.length
  let sentenceStart = from
  for (let at = from; at < to; at++) {
    const { text, kind: tokenKind } = tokens[at] as Token
    if (tokenKind !== 'mark' || !ENDS.has(text) || kind === 'heading' || !endsSentence(body, tokens, at, to)) continue
    let sentenceEnd = at + 1
    while (sentenceEnd < to && CLOSERS.has(tokens[sentenceEnd]?.text ?? '')) sentenceEnd++
    sentences.push({ block: blockNumber, from: sentenceStart, to: sentenceEnd, isQuestion: text === '?' })
    sentenceStart = sentenceEnd
    at = sentenceEnd - 1
  }
  if (sentenceStart < to) sentences.push({ block: blockNumber, from: sentenceStart, to, isQuestion: false })
}
