import { analyzeContent } from '../analysis/analyze-content.ts'
import type { Span } from '../analysis/text-analysis.ts'
import { CURRENCIES, NUMBER_WORDS } from '../lexicons/measures.ts'

export interface Fabrication {
  readonly kind: 'number' | 'url' | 'quotation' | 'credential'
  readonly text: string
  readonly span: Span
}

interface KeyedFabrication extends Fabrication {
  readonly key: string
}

const SMALL_NUMBER_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const QUOTED_WORDS_MIN = 3
/** "One" is an article as often as a number. */
const ARTICLE = 'one'

const numberKey = (text: string): string => {
  const small = SMALL_NUMBER_WORDS.indexOf(text)
  return small >= 0 ? String(small) : text.replaceAll(',', '').replace(/^0+(?=\d)/, '')
}

const urlKey = (href: string): string =>
  href
    .replace(/^(?:https?:)?\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase()

const factsIn = (body: string): readonly KeyedFabrication[] => {
  const analysis = analyzeContent({ body })
  const { tokens, links, quotations } = analysis.document
  const numbers = tokens.flatMap(({ kind, text, start, end }): KeyedFabrication[] => {
    const isNumber = kind === 'number' || (NUMBER_WORDS.has(text) && text !== ARTICLE)
    const isDigitWord = kind === 'word' && /\d/.test(text)
    return isNumber || isDigitWord ? [{ kind: 'number', text, span: { start, end }, key: numberKey(text) }] : []
  })
  // "12 kg" is not a share: a currency or percent sign makes it another number.
  const numbersWithUnit = analysis.quantities.flatMap(({ at, to, unit }): KeyedFabrication[] => {
    if (unit === undefined || !(CURRENCIES.has(unit) || unit === '%')) return []
    const number = tokens.slice(at, to).find(({ kind, text }) => kind === 'number' || NUMBER_WORDS.has(text))
    const span = analysis.span(at, to)
    return [
      { kind: 'number', text: body.slice(span.start, span.end), span, key: `${numberKey(number?.text ?? '')}${unit}` },
    ]
  })
  const urls = links
    .filter(({ kind, href }) => (kind === 'link' || kind === 'image') && href !== '')
    .map(
      ({ href, start, end }): KeyedFabrication => ({
        kind: 'url',
        text: href,
        span: { start, end },
        key: urlKey(href),
      }),
    )
  const quotationFacts = quotations
    .filter(({ words, isBlock }) => words >= QUOTED_WORDS_MIN && !isBlock)
    .map(({ from, to }): KeyedFabrication => {
      const span = analysis.span(from, to)
      const key = tokens
        .slice(from, to)
        .filter(({ kind }) => kind !== 'mark')
        .map(({ text }) => text)
        .join(' ')
      return { kind: 'quotation', text: body.slice(span.start, span.end), span, key }
    })
  const credentialFacts = analysis.credentials.map((at): KeyedFabrication => {
    const { text, start, end } = tokens[at] ?? { text: '', start: 0, end: 0 }
    return { kind: 'credential', text, span: { start, end }, key: text }
  })
  return [...numbers, ...numbersWithUnit, ...urls, ...quotationFacts, ...credentialFacts]
}

const plainWords = (texts: readonly string[]): string =>
  ` ${texts
    .flatMap((body) => analyzeContent({ body }).document.tokens)
    .flatMap(({ kind, text }) => (kind === 'mark' ? [] : [text]))
    .join(' ')} `

/**
 * Numbers, URLs, quotations and credentials of a revision that occur in none of its sources. Numbers match as digits
 * and, up to twenty, as words; a quotation may quote unmarked text.
 */
export const fabricationsIn = (revised: string, sources: readonly string[]): readonly Fabrication[] => {
  const sourceKeys = sources.flatMap(factsIn).map(({ kind, key }) => `${kind} ${key}`)
  // A source field that consists of a URL, such as an image's location, is permitted.
  const allowed = new Set([...sourceKeys, ...sources.map((text) => `url ${urlKey(text.trim())}`)])
  const words = plainWords(sources)
  return factsIn(revised)
    .filter(({ kind, key }) => {
      if (allowed.has(`${kind} ${key}`)) return false
      return kind !== 'quotation' || !words.includes(` ${key} `)
    })
    .map(({ kind, text, span }) => ({ kind, text, span }))
}
