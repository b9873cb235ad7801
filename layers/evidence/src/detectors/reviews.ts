import { NO_EXPERTS } from '../lexicons/people.ts'
import { personEnd, personIn } from '../reading/names.ts'
import { readContent } from '../reading/read-content.ts'
import type { TextAnalysis } from '../reading/reading.ts'
import type { PhraseHit } from '../text/phrases.ts'
import type { Token } from '../text/tokens.ts'
import { type Lack, words } from './experience.ts'

/** Words between the deed and "by", between "by" and the name, and between the name and what it is qualified for. */
const BY_REACH = 9
const NAME_REACH = 9
const CREDENTIAL_REACH = 14
/** Words between a name and what its bearer did: "Dr Ann Lee, FRCP, of St Mary's, who has kindly checked …". */
const DEED_REACH = 24
/** Words between a deed and what was reviewed: "checked an earlier draft". */
const OBJECT_REACH = 3

/** What the text calls itself or its parts: what is reviewed is the text, and no trial of others. */
const TEXT = words(
  'this it article page post guide note text piece content answers answer facts figures sums numbers draft law newsletter leaflet information column briefing report advice chapter section document copy everything account essay review manuscript version paper list table tables calculations dosages doses wording explainer entry story these here above below',
)
const HELPERS = words(
  'was is are were been be has have had and also then last first medically clinically legally technically independently kindly fully carefully all',
)

/** Whether what is reviewed is the text: the deed begins its sentence or part of it, or is said of the text. */
const isOfText = ({ document, sentenceAt }: TextAnalysis, { at }: PhraseHit): boolean => {
  const { tokens, sentences, body } = document
  // A line of its own needs no point before it.
  if (body.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start).includes('\n')) return true
  const from = sentences[sentenceAt[at] ?? -1]?.from ?? at
  let before = at - 1
  while (before >= from && HELPERS.has(tokens[before]?.text ?? '')) before--
  if (before < from || tokens[before]?.kind === 'mark') return true
  for (; before >= from; before--) if (TEXT.has(tokens[before]?.text ?? '')) return true
  return false
}

/** Behind a deed the "by" or the colon that leads to who did it; -1 where a sentence ends before. */
const leadEnd = ({ document: { tokens }, sentenceAt }: TextAnalysis, { at, to }: PhraseHit): number => {
  if (tokens[to - 1]?.text === 'by') return to
  for (let next = to; next < to + BY_REACH && sentenceAt[next] === sentenceAt[at]; next++) {
    const text = tokens[next]?.text ?? ''
    if (text === 'by' || text === ':' || (next === to && (text === '—' || text === '–'))) return next + 1
  }
  return -1
}

const isQualified = (reading: TextAnalysis, name: number, qualified: ReadonlySet<number>): boolean => {
  const { document, sentenceAt } = reading
  const { text } = document.tokens[name] ?? { text: '' }
  if (text === 'dr' || text === 'prof' || text === 'professor') return true
  const end = personEnd(document.tokens, name)
  const block = document.tokens[name]?.block
  // A profession may lead to the name: "by consultant cardiologist Ann Lee".
  for (let at = Math.max(0, name - 3); at < end + CREDENTIAL_REACH; at++) {
    if (document.tokens[at]?.block !== block) continue
    if (at < name && sentenceAt[at] !== sentenceAt[name]) continue
    if (qualified.has(at)) return true
  }
  return false
}

/** "Reviewed for law by Prof. Una Keane, LLD", "Medical review: Ann Lee, MD". */
const isReviewedBy = (reading: TextAnalysis, hit: PhraseHit, qualified: ReadonlySet<number>): boolean => {
  const lead = leadEnd(reading, hit)
  const isLabel = lead === hit.to + 1 && reading.document.tokens[hit.to]?.kind === 'mark'
  if (lead < 0 || !(isLabel || isOfText(reading, hit))) return false
  const name = personIn(reading.document.tokens, lead, lead + NAME_REACH)
  return name >= 0 && reading.sentenceAt[name] === reading.sentenceAt[lead] && isQualified(reading, name, qualified)
}

/** "Ann Lee, MD, reviewed this page", "thanks to Dr Lee of Hull, who checked the figures". */
const isReviewer = (reading: TextAnalysis, { at, to }: PhraseHit, qualified: ReadonlySet<number>): boolean => {
  const { document, sentenceAt } = reading
  const { tokens, sentences } = document
  const isText = ({ text }: Token, nth: number): boolean => TEXT.has(text) && sentenceAt[to + nth] === sentenceAt[at]
  if (!tokens.slice(to, to + OBJECT_REACH).some(isText)) return false
  const from = Math.max(sentences[sentenceAt[at] ?? -1]?.from ?? at, at - DEED_REACH)
  const name = personIn(tokens, from, at)
  return name >= 0 && isQualified(reading, name, qualified)
}

const FRONT_MATTER = /^---\n[\s\S]{0,4000}?^reviewed?[_ -]?by:\s*["']?(.{2,160})$/im

/** XPT-05: who has reviewed it, with a credential. */
export const review = (reading: TextAnalysis): Lack => {
  const { document, hits, isQuoted } = reading
  const experts = hits.role.filter(({ at }) => !NO_EXPERTS.has(document.tokens[at]?.text ?? ''))
  const qualified = new Set([...reading.credentials, ...experts.map(({ at }) => at)])
  const isReviewed = hits.reviewed.some(
    (hit) => !isQuoted[hit.at] && (isReviewedBy(reading, hit, qualified) || isReviewer(reading, hit, qualified)),
  )
  const named = document.body.startsWith('---\n') ? FRONT_MATTER.exec(document.body)?.[1] : undefined
  const isNamed = named !== undefined && review(readContent({ body: `Reviewed by ${named}` })) === undefined
  return isReviewed || isNamed ? undefined : reading.whole
}
