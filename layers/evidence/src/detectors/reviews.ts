import { analyzeContent } from '../analysis/analyze-content.ts'
import { personEnd, personIn } from '../analysis/names.ts'
import type { TextAnalysis } from '../analysis/text-analysis.ts'
import { NOT_EXPERTS } from '../lexicons/people.ts'
import type { PhraseHit } from '../text/phrases.ts'
import type { Token } from '../text/tokens.ts'
import { type GapPosition, wordSet } from './experience.ts'

/** Maximum words between the verb and "by", between "by" and the name, and between the name and the credential. */
const BY_REACH = 9
const NAME_REACH = 9
const CREDENTIAL_REACH = 14
/** Maximum words between a name and its verb: "Dr Ann Lee, FRCP, of St Mary's, who has kindly checked …". */
const VERB_REACH = 24
/** Maximum words between a verb and its object: "checked an earlier draft". */
const OBJECT_REACH = 3

/** Words for the text or its parts. They distinguish a review of the text from a review of something else. */
const TEXT_WORDS = wordSet(
  'this it article page post guide note text piece content answers answer facts figures sums numbers draft law newsletter leaflet information column briefing report advice chapter section document copy everything account essay review manuscript version paper list table tables calculations dosages doses wording explainer entry story these here above below',
)
const AUXILIARIES = wordSet(
  'was is are were been be has have had and also then last first medically clinically legally technically independently kindly fully carefully all',
)

/**
 * Returns true if the review concerns the text: the verb begins its sentence or clause, or a word for the text precedes
 * it.
 */
const concernsText = ({ document, sentenceAt }: TextAnalysis, { at }: PhraseHit): boolean => {
  const { tokens, sentences, body } = document
  // A line break before the verb counts as the start of a sentence.
  if (body.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start).includes('\n')) return true
  const from = sentences[sentenceAt[at] ?? -1]?.from ?? at
  let before = at - 1
  while (before >= from && AUXILIARIES.has(tokens[before]?.text ?? '')) before--
  if (before < from || tokens[before]?.kind === 'mark') return true
  for (; before >= from; before--) if (TEXT_WORDS.has(tokens[before]?.text ?? '')) return true
  return false
}

/** The "by" or colon between a verb and the reviewer; -1 if the sentence ends first. */
const reviewerStart = ({ document: { tokens }, sentenceAt }: TextAnalysis, { at, to }: PhraseHit): number => {
  if (tokens[to - 1]?.text === 'by') return to
  for (let next = to; next < to + BY_REACH && sentenceAt[next] === sentenceAt[at]; next++) {
    const text = tokens[next]?.text ?? ''
    if (text === 'by' || text === ':' || (next === to && (text === '—' || text === '–'))) return next + 1
  }
  return -1
}

const isQualified = (analysis: TextAnalysis, name: number, qualified: ReadonlySet<number>): boolean => {
  const { document, sentenceAt } = analysis
  const { text } = document.tokens[name] ?? { text: '' }
  if (text === 'dr' || text === 'prof' || text === 'professor') return true
  const end = personEnd(document.tokens, name)
  const block = document.tokens[name]?.block
  // An occupation may precede the name: "by consultant cardiologist Ann Lee".
  for (let at = Math.max(0, name - 3); at < end + CREDENTIAL_REACH; at++) {
    if (document.tokens[at]?.block !== block) continue
    if (at < name && sentenceAt[at] !== sentenceAt[name]) continue
    if (qualified.has(at)) return true
  }
  return false
}

/** "Reviewed for law by Prof. Una Keane, LLD", "Medical review: Ann Lee, MD". */
const isReviewedBy = (analysis: TextAnalysis, hit: PhraseHit, qualified: ReadonlySet<number>): boolean => {
  const reviewerAt = reviewerStart(analysis, hit)
  const isLabel = reviewerAt === hit.to + 1 && analysis.document.tokens[hit.to]?.kind === 'mark'
  if (reviewerAt < 0 || !(isLabel || concernsText(analysis, hit))) return false
  const name = personIn(analysis.document.tokens, reviewerAt, reviewerAt + NAME_REACH)
  return (
    name >= 0 && analysis.sentenceAt[name] === analysis.sentenceAt[reviewerAt] && isQualified(analysis, name, qualified)
  )
}

/** "Ann Lee, MD, reviewed this page", "thanks to Dr Lee of Hull, who checked the figures". */
const isReviewer = (analysis: TextAnalysis, { at, to }: PhraseHit, qualified: ReadonlySet<number>): boolean => {
  const { document, sentenceAt } = analysis
  const { tokens, sentences } = document
  const isText = ({ text }: Token, nth: number): boolean =>
    TEXT_WORDS.has(text) && sentenceAt[to + nth] === sentenceAt[at]
  if (!tokens.slice(to, to + OBJECT_REACH).some(isText)) return false
  const from = Math.max(sentences[sentenceAt[at] ?? -1]?.from ?? at, at - VERB_REACH)
  const name = personIn(tokens, from, at)
  return name >= 0 && isQualified(analysis, name, qualified)
}

const FRONT_MATTER = /^---\n[\s\S]{0,4000}?^reviewed?[_ -]?by:\s*["']?(.{2,160})$/im

/** XPT-05: a reviewer with a credential. */
export const review = (analysis: TextAnalysis): GapPosition => {
  const { document, hits, isQuoted } = analysis
  const experts = hits.role.filter(({ at }) => !NOT_EXPERTS.has(document.tokens[at]?.text ?? ''))
  const qualified = new Set([...analysis.credentials, ...experts.map(({ at }) => at)])
  const isReviewed = hits.reviewed.some(
    (hit) => !isQuoted[hit.at] && (isReviewedBy(analysis, hit, qualified) || isReviewer(analysis, hit, qualified)),
  )
  const frontMatter = document.body.startsWith('---\n') ? FRONT_MATTER.exec(document.body)?.[1] : undefined
  const isNamedInFrontMatter =
    frontMatter !== undefined && review(analyzeContent({ body: `Reviewed by ${frontMatter}` })) === undefined
  return isReviewed || isNamedInFrontMatter ? undefined : analysis.whole
}
