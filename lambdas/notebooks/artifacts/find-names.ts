import type { SectionDefinition } from './artifact-kinds.ts'
import { byTime, distinct, isSelfContained, type PassageSentence, quotedClaim } from './find-statements.ts'
import type { SectionClaim } from './section-maker.ts'

const NAMES_MAX = 15
const TERMS_MAX = 12
const DATED_MAX = 15

/** Matches capitalized words inside a sentence, up to three in sequence. */
const NAME = /(?<=[\p{Ll}\p{N},;:)"'] )\p{Lu}[\p{L}\p{N}'’-]+(?: (?:of |the )?\p{Lu}[\p{L}\p{N}'’-]+){0,2}/gu

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const DAYS = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday'

const EXCLUDED_NAMES = new Set([
  'I',
  'The',
  'A',
  'An',
  'It',
  'He',
  'She',
  'They',
  'We',
  'You',
  'But',
  'And',
  'Also',
  'Here',
  'This',
  'That',
  ...`${MONTHS}|${DAYS}`.split('|'),
])

const namesIn = (text: string): string[] =>
  [...text.matchAll(NAME)].map(([name]) => name).filter((name) => !EXCLUDED_NAMES.has(name))

/** Returns names by frequency, each with a sentence about it: the sentence in which the name is nearest to the start. */
export const findNames = ({ mustMatch }: SectionDefinition, sentences: readonly PassageSentence[]): SectionClaim[] => {
  const sentencesByName = new Map<string, PassageSentence[]>()
  for (const sentence of sentences.filter((each) => !each.isQuestion && isSelfContained(each))) {
    for (const name of new Set(namesIn(sentence.text)))
      sentencesByName.set(name, [...(sentencesByName.get(name) ?? []), sentence])
  }
  // The pattern must match just before the name: "in Rome".
  const hasRequiredContext = (name: string, { text }: PassageSentence): boolean =>
    mustMatch === undefined || mustMatch.test(text.slice(Math.max(0, text.indexOf(name) - 12), text.indexOf(name)))
  return [...sentencesByName]
    .map(([name, named]) => ({ name, named: named.filter((sentence) => hasRequiredContext(name, sentence)) }))
    .filter(({ named }) => named.length > 0)
    .sort((a, b) => b.named.length - a.named.length || (a.name < b.name ? -1 : 1))
    .slice(0, NAMES_MAX)
    .flatMap(({ name, named }) => {
      const [best] = named.toSorted((a, b) => a.text.indexOf(name) - b.text.indexOf(name))
      return best ? [quotedClaim(best, name)] : []
    })
}

const DEFINITION =
  /^(?:(?:An?|The) )?["“*]*([\p{L}][\p{L}\p{N} -]{1,40}?)["”*]* (?:is|are|means|refers to|stands for|describes) (?:an?|the|when|how|what|any|one|that|\p{L}+ing)\b/u

const PRONOUNS = /^(?:it|this|that|there|he|she|they|we|you|i|these|those|what|which|here|one)\b/i

export const findTerms = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const seenTerms = new Set<string>()
  return sentences
    .filter((each) => !each.isQuestion && isSelfContained(each))
    .flatMap((sentence) => {
      const term = DEFINITION.exec(sentence.text)?.[1]?.trim()
      if (term === undefined || PRONOUNS.test(term) || seenTerms.has(term.toLowerCase())) return []
      seenTerms.add(term.toLowerCase())
      return [quotedClaim(sentence, term)]
    })
    .slice(0, TERMS_MAX)
}

const DATES = [
  '\\d{4}-\\d\\d-\\d\\d',
  `\\d{1,2} (?:${MONTHS})(?:,? \\d{4})?`,
  `(?:${MONTHS}) \\d{1,2}(?:,? \\d{4})?`,
  `(?:${MONTHS}),? \\d{4}`,
  '(?:in |year |since |by )\\d{3,4}',
  '(?:1[5-9]|20)\\d\\d',
]
const DATE = new RegExp(`\\b(?:${DATES.join('|')})\\b`)

const YEAR = /\b\d{3,4}\b/

/** Returns the year for sorting: of the date, else of the passage. Sentences without a year come last. */
const yearOf = (date: string, { passage }: PassageSentence): string =>
  YEAR.exec(date)?.[0].padStart(4, '0') ?? passage.passage.createdAt?.slice(0, 4) ?? '9999'

export const findDated = (sentences: readonly PassageSentence[]): SectionClaim[] =>
  distinct(sentences.filter((each) => !each.isQuestion && isSelfContained(each)))
    .flatMap((sentence) => {
      const date = DATE.exec(sentence.text)?.[0].replace(/^(?:in|year|since|by) /, '')
      return date === undefined ? [] : [{ sentence, date, year: yearOf(date, sentence) }]
    })
    .sort((a, b) => (a.year === b.year ? byTime(a.sentence, b.sentence) : a.year < b.year ? -1 : 1))
    .slice(0, DATED_MAX)
    .map(({ sentence, date }) => quotedClaim(sentence, date))
