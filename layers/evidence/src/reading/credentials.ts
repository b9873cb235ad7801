import type { Token } from '../text/tokens.ts'
import type { Reading } from './reading.ts'

const DOTTED = new Set(
  'md do phd dphil edd psyd rn rd pt jd llb llm kc qc cpa cfa cfp dvm dds pe mph mba msc bsc lcsw np pharmd'.split(' '),
)

/** "Ph.D." and "M.D." are words and points; joined they are one of the list. */
const isDotted = (tokens: readonly Token[], at: number): boolean => {
  let text = ''
  for (let to = at; to < at + 8; to += 2) {
    const [word, point] = [tokens[to], tokens[to + 1]]
    if (word?.kind !== 'word' || word.text.length > 2 || !word.isCapital) return false
    if (point?.text !== '.' || point.start !== word.end) return text !== '' && DOTTED.has(text + word.text)
    text += word.text
    if (DOTTED.has(text)) return true
    if (tokens[to + 2]?.start !== point.end) return false
  }
  return false
}

/** Whether a hit of the list is written as an abbreviation is, or is a phrase. */
const isWritten = (body: string, tokens: readonly Token[], at: number, to: number): boolean => {
  if (to - at > 1) return true
  const token = tokens[at] as Token
  if (token.text.length > 5) return true
  return (body.slice(token.start, token.end).match(/[A-Z]/g)?.length ?? 0) >= 2
}

/** Tokens at which a credential stands. */
export const credentialsIn = ({ document: { body, tokens }, hits }: Reading): readonly number[] => {
  const listed = hits.credential.filter(({ at, to }) => isWritten(body, tokens, at, to)).map(({ at }) => at)
  for (const [at, { isCapital, text }] of tokens.entries())
    if (isCapital && text.length <= 2 && isDotted(tokens, at)) listed.push(at)
  return listed
}
