import { hostOf, isPrimary, registrableOf } from '../analysis/hosts.ts'
import { isYear } from '../analysis/quantities.ts'
import type { TextAnalysis } from '../analysis/text-analysis.ts'
import { SAMPLE_GROUPS } from '../lexicons/statements.ts'
import type { GapPosition } from './experience.ts'

const externalHosts = ({ content, document }: TextAnalysis): readonly string[] => {
  const ownHost = content.sourceUrl === undefined ? undefined : hostOf(content.sourceUrl)
  return document.links
    .filter(({ kind }) => kind === 'link')
    .flatMap(({ href }) => hostOf(href) ?? [])
    .filter((host) => ownHost === undefined || registrableOf(host) !== registrableOf(ownHost))
}

/** AUT-01: links to external sites, at least `perThousand` per thousand words. */
export const externalSources = (
  analysis: TextAnalysis,
  { perThousand, least }: { readonly perThousand: number; readonly least: number },
): GapPosition => {
  const sites = new Set(externalHosts(analysis).map(registrableOf))
  const required = Math.max(least, Math.ceil((perThousand * analysis.document.words) / 1_000))
  return sites.size >= required ? undefined : analysis.whole
}

const PRIMARY_IDENTIFIER = /\bdoi:\s?10\.\d{4,9}\/|\barXiv:\s?\d{4}\.\d{4,5}|\bRFC\s?\d{3,5}\b|\b10\.\d{4,9}\/[^\s]{3,}/

/** AUT-02: a primary source, identified by its host, or by a DOI, arXiv or RFC number. */
export const primarySource = (analysis: TextAnalysis): GapPosition =>
  externalHosts(analysis).some(isPrimary) || PRIMARY_IDENTIFIER.test(analysis.document.body)
    ? undefined
    : analysis.whole

const TITLE_REACH = 12

/** "Office for Health, Screening statistics (2025)": a year alone in brackets behind names. */
const isTitleYear = ({ document: { tokens }, sentenceAt }: TextAnalysis, at: number): boolean => {
  if (tokens[at - 1]?.text !== '(' || tokens[at + 1]?.text !== ')') return false
  let names = 0
  for (let before = at - 2; before >= at - TITLE_REACH && sentenceAt[before] === sentenceAt[at]; before--)
    if (tokens[before]?.isCapital) names++
  return names > 1
}

/** AUT-03: a cited year at most `years` before the policy's year. */
export const recentSource = (
  analysis: TextAnalysis,
  { years, policyYear }: { readonly years: number; readonly policyYear: number },
): GapPosition => {
  const { document, sentenceAt, isCited, hits } = analysis
  const referringSentences = new Set(hits.referring.map(({ at }) => sentenceAt[at] ?? -1))
  // A full date is usually the date of the page.
  const isDay = (at: number): boolean =>
    /^-\d\d-\d\d/.test(document.body.slice(document.tokens[at]?.end ?? 0).slice(0, 6))
  const isRecent = (text: string): boolean => Number(text) >= policyYear - years && Number(text) <= policyYear
  const isInText = document.tokens.some((token, at) => {
    if (!isYear(token) || !isRecent(token.text)) return false
    const sentence = sentenceAt[at] ?? -1
    const kind = document.blocks[token.block]?.kind
    return (
      kind === 'note' ||
      isCited[sentence] === 1 ||
      (referringSentences.has(sentence) && !isDay(at)) ||
      isTitleYear(analysis, at)
    )
  })
  const isInLink = document.links.some(({ kind, href, text, title }) => {
    if (kind !== 'link') return false
    return [...`${href} ${text} ${title}`.matchAll(/(?<!\d)20\d\d(?!\d)/g)].some(([year]) => isRecent(year))
  })
  return isInText || isInLink ? undefined : analysis.whole
}

const STATED_SIZE = /\bn\s?=\s?\d/i
const SAMPLE_REACH = 5
const STRONG_SAMPLE_WORDS = new Set([
  'survey',
  'surveyed',
  'sample',
  'sampled',
  'dataset',
  'database',
  'cohort',
  'polled',
  'poll',
  'corpus',
])

const NOT_COUNTED_NOUNS = new Set(
  'with from and per for the out who that which than but was were are had has more less'.split(' '),
)
const SMALL_NUMBERS = new Set('one two three four five six seven eight nine'.split(' '))

const isSmallNumber = (number: string): boolean => SMALL_NUMBERS.has(number) || /^\d$/.test(number)

/** AUT-04: data with a stated size: a survey of 400 households, n = 31, a log of 90 charges. */
export const sizedData = (analysis: TextAnalysis): GapPosition => {
  const { document, quantities, sentenceAt, hits } = analysis
  if (STATED_SIZE.test(document.body)) return undefined
  const sampledSentences = new Set(hits.sampleCue.map(({ at }) => sentenceAt[at] ?? -1))
  const stronglySampledSentences = new Set(
    hits.sampleCue
      .filter(({ at }) => STRONG_SAMPLE_WORDS.has(document.tokens[at]?.text ?? ''))
      .map(({ at }) => sentenceAt[at] ?? -1),
  )
  const isSized = quantities.some(({ at, to, unit }) => {
    const sentence = sentenceAt[at] ?? -1
    if ((unit !== undefined && unit !== 'mile') || !sampledSentences.has(sentence)) return false
    if (isSmallNumber(document.tokens[at]?.text ?? '')) return false
    const { kind, text: thing = '' } = document.tokens[to] ?? {}
    if (stronglySampledSentences.has(sentence) && kind === 'word' && thing.length > 2 && !NOT_COUNTED_NOUNS.has(thing))
      return true
    for (let next = to; next < to + SAMPLE_REACH; next++) {
      const token = document.tokens[next]
      if (token?.kind !== 'word') return false
      if (SAMPLE_GROUPS.has(token.text)) return true
    }
    return false
  })
  return isSized ? undefined : analysis.whole
}
