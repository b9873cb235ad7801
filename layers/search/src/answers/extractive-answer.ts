import { termsOf } from '../index/index.ts'
import type { AnswerMaker, Claim, Material } from './claim.ts'
import { questionTerms } from './question-terms.ts'
import { type Sentence as SentenceOf, sentencesOf } from './sentences.ts'

/** English verbs whose forms have different stems, most used first. Forms that are also other words are omitted. */
const IRREGULAR =
  'go went gone,get got gotten,make made,know knew known,think thought,take took taken,see saw seen,come came,find found,give gave given,tell told,feel felt,become became,leave left,mean meant,keep kept,begin began begun,run ran,hold held,bring brought,write wrote written,sit sat,stand stood,lose lost,pay paid,meet met,speak spoke spoken,spend spent,grow grew grown,win won,teach taught,buy bought,understand understood,draw drew drawn,break broke broken,send sent,build built,fall fell fallen,choose chose chosen,eat ate eaten,sell sold,sleep slept,swim swam swum,drive drove driven,ride rode ridden,fly flew flown,sing sang sung,wear wore worn,throw threw thrown,catch caught,fight fought,forget forgot forgotten,hide hid hidden,steal stole stolen,wake woke woken,drink drank drunk,feed fed,lead led,lend lent,bend bent,shoot shot,dig dug,hang hung,ring rang rung,sink sank sunk,shake shook shaken,freeze froze frozen,forgive forgave forgiven,hear heard,say said,do did done,have had,deal dealt,dream dreamt,learn learnt,burn burnt,seek sought,swear swore sworn,tear tore torn,sweep swept,stick stuck,strike struck'

const FORMS: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(',').flatMap((forms) => {
    const [first, ...others] = forms.split(' ').flatMap(termsOf)
    return first === undefined ? [] : others.map((other) => [other, first] as const)
  }),
)

/** One term for all forms of a verb: a question may ask "did break" about "has broken". */
const plainForm = (term: string): string => FORMS.get(term) ?? term

export const plainTerms = (text: string): ReadonlySet<string> => new Set(termsOf(text).map(plainForm))

/**
 * Minimum share of the question's weight that a sentence must match, together with the date of its window and the
 * question it answers.
 */
const COVERED_MIN = 0.5

const NEARLY = 0.9
const EQUAL = 0.98
const SENTENCES_MAX = 3

const ASKED_BEFORE = 0.6

type Sentence = SentenceOf<Material['passages'][number]>

interface WeighedSentence {
  readonly sentence: Sentence
  readonly score: number
}

/** Words from the history weigh half. */
const ADDED = 0.5

/** A word that occurs in no passage may be a synonym of one that does, so it weighs less. */
const ABSENT = 0.5

const weightsOf = ({ question, standalone, passages }: Material): ReadonlyMap<string, number> => {
  const matching = passages.map(({ text }) => plainTerms(text))
  const ownTerms = plainTerms(question)
  const weight = (term: string): number => {
    const count = matching.filter((terms) => terms.has(term)).length
    const rarity = count === 0 ? ABSENT : Math.log(1 + (passages.length + 1) / count)
    return rarity * (ownTerms.has(term) ? 1 : ADDED)
  }
  return new Map(questionTerms(standalone).map(({ term }) => [plainForm(term), weight(plainForm(term))]))
}

/** Returns the names and numbers of a question. A sentence about another name or number is not an answer. */
const namedTerms = (question: string): readonly string[] =>
  questionTerms(question).flatMap(({ term, start, end }) => {
    const word = question.slice(start, end)
    const isFirst = question.slice(0, start).trim() === '' || /[.!?]\s*$/.test(question.slice(0, start))
    return /\d/.test(word) || (/^\p{Lu}/u.test(word) && !isFirst) ? [term] : []
  })

/** Pronouns that refer to a previously named person; "it" within a sentence mostly refers to something in it. */
const POINTS_BACK = /^its?\b|\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i

/**
 * Returns the matched words of a sentence: its own, its speaker, the header of its window, and the names behind its
 * pronouns.
 */
const meantBy = (
  { text, by, passage }: Sentence,
  before: Sentence | undefined,
  names: readonly string[],
): ReadonlySet<string> => {
  const header = passage.text.split('\n', 1)[0] ?? ''
  const ownTerms = plainTerms([text, by, header].join(' '))
  if (before === undefined || !POINTS_BACK.test(text)) return ownTerms
  const termsBefore = plainTerms([before.text, before.by].join(' '))
  return new Set([...ownTerms, ...names.filter((name) => termsBefore.has(name))])
}

const weigh = (material: Material): WeighedSentence[] => {
  const weights = weightsOf(material)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const covered = (terms: ReadonlySet<string>): number =>
    [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0) / Math.max(all, 1e-9)
  const names = namedTerms(material.question).map(plainForm)
  const otherTerms = [...weights.keys()].filter((term) => !names.includes(term))
  return material.passages.flatMap((passage) => {
    const sentences = sentencesOf(passage)
    return sentences.flatMap((sentence, i) => {
      if (sentence.isQuestion) return []
      const previousQuestion = sentences.slice(Math.max(0, i - 2), i).findLast(({ isQuestion }) => isQuestion)
      const weighedTerms = plainTerms(previousQuestion?.text ?? '')
      const sentenceTerms = meantBy(sentence, sentences[i - 1], names)
      const allTerms = new Set([...sentenceTerms, ...weighedTerms])
      // The sentence must contain the named subjects and match another term of the question.
      if (
        names.some((name) => !allTerms.has(name)) ||
        !(otherTerms.length === 0 || otherTerms.some((term) => allTerms.has(term)))
      )
        return []
      const coverage = covered(sentenceTerms)
      const score = Math.max(coverage, coverage * (1 - ASKED_BEFORE) + covered(weighedTerms) * ASKED_BEFORE)
      return score >= COVERED_MIN ? [{ sentence, score }] : []
    })
  })
}

const distinct = (weighed: readonly WeighedSentence[]): WeighedSentence[] => {
  const seen = new Set<string>()
  return weighed.filter(({ sentence: { terms } }) => {
    const key = [...terms].sort().join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

const claimOf = ({ sentence: { text, passage } }: WeighedSentence): Claim => ({
  text,
  quotes: [{ id: passage.id, quote: text }],
})

/**
 * Sentences with the best score are equivalent; the newest comes first, because later statements replace earlier ones.
 */
const byTime = (a: WeighedSentence, b: WeighedSentence): number =>
  (b.sentence.passage.createdAt ?? '').localeCompare(a.sentence.passage.createdAt ?? '')

/**
 * Answers without a model: quotes the sentences of the passages that match the question best. The same material always
 * gives the same answer.
 */
export const extractiveAnswer: AnswerMaker = {
  name: 'extractive',
  async *claims(material, signal) {
    signal.throwIfAborted()
    const ranked = distinct(weigh(material).sort((a, b) => b.score - a.score))
    const [best] = ranked
    if (best === undefined) return
    const answers = ranked.filter(({ score }) => score >= best.score * NEARLY).slice(0, SENTENCES_MAX)
    const equals = answers.filter(({ score }) => score >= best.score * EQUAL)
    const rest = answers.filter((each) => !equals.includes(each))
    for (const each of [...equals.sort(byTime), ...rest]) yield claimOf(each)
  },
}
