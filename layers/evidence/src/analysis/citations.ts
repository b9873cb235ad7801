import type { TextDocument } from '../text/document.ts'
import type { Sentence } from '../text/sentences.ts'
import { isPaid } from './hosts.ts'
import { isYear } from './quantities.ts'
import type { TextAnalysis } from './text-analysis.ts'

const YEAR_REACH = 15

const hasYear = (tokens: TextDocument['tokens'], at: number): boolean => {
  for (let next = at + 1; next < at + YEAR_REACH && next < tokens.length; next++) {
    const token = tokens[next]
    if (token?.text === ')') return false
    if (token && isYear(token)) return true
  }
  return false
}

/** Parenthesis with a year, as in (Smith 2020). */
const hasYearCitation = ({ document: { tokens } }: TextAnalysis, { from, to }: Sentence): boolean => {
  for (let at = from; at < to; at++)
    if (
      tokens[at]?.text === '(' &&
      hasYear(tokens, at) &&
      /^\([A-Z][^()]{1,80}(?:19|20)\d\d[a-z]?\)/.test(`(${textAfter(tokens, at)}`)
    )
      return true
  return false
}

/** "Says the Royal Horticultural Society": a two-word name before or after the verb. */
const isOrganizationNearby = (tokens: TextDocument['tokens'], at: number, to: number): boolean => {
  const nameStart = tokens[to]?.text === 'the' ? to + 1 : to
  const isName = (one: number, other: number): boolean =>
    tokens[one]?.isCapital === true &&
    tokens[other]?.isCapital === true &&
    tokens[one]?.text !== 'i' &&
    tokens[other]?.text !== 'i'
  return isName(nameStart, nameStart + 1) || isName(at - 2, at - 1)
}

const textAfter = (tokens: TextDocument['tokens'], at: number): string => {
  const parts: string[] = []
  for (let next = at + 1; next < tokens.length && next < at + 16; next++) {
    const token = tokens[next]
    parts.push(token?.isCapital ? token.text.slice(0, 1).toUpperCase() + token.text.slice(1) : (token?.text ?? ''))
    if (token?.text === ')') break
  }
  return parts.join(' ').replace(/ \)/, ')')
}

/** Marks each sentence that names a source: a link, a footnote, a number in brackets, a year or a name. */
export const citedSentences = (analysis: TextAnalysis): Uint8Array => {
  const { document, hits, sentenceAt } = analysis
  const cited = new Uint8Array(document.sentences.length)
  const mark = (at: number): void => {
    const number = sentenceAt[at] ?? -1
    if (number >= 0) cited[number] = 1
  }
  for (const { at } of hits.citing) mark(at)
  for (const { at, to } of hits.speech) if (isOrganizationNearby(document.tokens, at, to)) mark(at)
  for (const [number, sentence] of document.sentences.entries())
    if (hasYearCitation(analysis, sentence)) cited[number] = 1
  let token = 0
  for (const link of document.links) {
    // A paid link is not a source.
    if (link.kind === 'image' || isPaid(link)) continue
    // A footnote mark follows the period and belongs to the preceding sentence.
    while (token < document.tokens.length && (document.tokens[token] as { start: number }).start < link.start) token++
    const before = document.tokens[token - 1]
    const isBefore = before !== undefined && before.block === link.block
    if (link.kind === 'link' && document.tokens[token]?.block === link.block && !isBefore) mark(token)
    else if (isBefore) mark(link.kind === 'link' && isTokenInside(document, token, link.end) ? token : token - 1)
    else if (document.tokens[token]?.block === link.block) mark(token)
  }
  return cited
}

const isTokenInside = ({ tokens }: TextDocument, token: number, end: number): boolean => {
  const next = tokens[token]
  return next !== undefined && next.end <= end
}
