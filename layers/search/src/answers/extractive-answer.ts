import { termsOf } from '../index/index.ts'
import type { AnswerMaker, Claim, Material } from './claim.ts'
import { questionTerms } from './question-terms.ts'
import { type Sentence as PassageSentence, sentencesOf } from './sentences.ts'

/** English verbs whose forms have different stems. Forms that are also other words are omitted. */
const IRREGULAR =
  'go went gone,get got gotten,make made,know knew known,think thought,take took taken,see saw seen,come came,find found,give gave given,tell told,feel felt,become became,leave left,mean meant,keep kept,begin began begun,run ran,hold held,bring brought,write wrote written,sit sat,stand stood,lose lost,pay paid,meet met,speak spoke spoken,spend spent,grow grew grown,win won,teach taught,buy bought,understand understood,draw drew drawn,break broke broken,send sent,build built,fall fell fallen,choose chose chosen,eat ate eaten,sell sold,sleep slept,swim swam swum,drive drove driven,ride rode ridden,fly flew flown,sing sang sung,wear wore worn,throw threw thrown,catch caught,fight fought,forget forgot forgotten,hide hid hidden,steal stole stolen,wake woke woken,drink drank drunk,feed fed,lead led,lend lent,bend bent,shoot shot,dig dug,hang hung,ring rang rung,sink sank sunk,shake shook shaken,freeze froze frozen,forgive forgave forgiven,hear heard,say said,do did done,have had,deal dealt,dream dreamt,learn learnt,burn burnt,seek sought,swear swore sworn,tear tore torn,sweep swept,stick stuck,strike struck'

const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(',').flatMap((forms) => {
    const [baseForm, ...variants] = forms.split(' ').flatMap(termsOf)
    return baseForm === undefined ? [] : variants.map((variant) => [variant, baseForm] as const)
  }),
)

/** Returns one term for all forms of a verb, so that a question with "did break" matches "has broken". */
const baseFormOf = (term: string): string => BASE_FORMS.get(term) ?? term

export const plainTerms = (text: string): ReadonlySet<string> => new Set(termsOf(text).map(baseFormOf))

/**
 * Minimum share of the question's weight that a sentence must match, including the header of its window and the question
 * before it.
 */
const COVERAGE_MIN = 0.5

/** Sentences with at least this share of the best score are quoted. */
const GOOD_SCORE_SHARE = 0.9
/** Sentences with at least this share of the best score count as equally good: the newest comes first. */
const EQUAL_SCORE_SHARE = 0.98
const SENTENCES_MAX = 3

/** Share of the preceding question of the conversation in a sentence's score, if that makes the score higher. */
const PREVIOUS_QUESTION_SHARE = 0.6

type Sentence = PassageSentence<Material['passages'][number]>

interface WeighedSentence {
  readonly sentence: Sentence
  readonly score: number
}

/** Weight of words from the history, relative to words of the question. */
const HISTORY_WEIGHT = 0.5

/** Weight of a word that occurs in no passage. It is low, because a passage may contain a synonym. */
const ABSENT_TERM_WEIGHT = 0.5

const weightsOf = ({ question, standalone, passages }: Material): ReadonlyMap<string, number> => {
  const passageTerms = passages.map(({ text }) => plainTerms(text))
  const ownTerms = plainTerms(question)
  const weight = (term: string): number => {
    const count = passageTerms.filter((terms) => terms.has(term)).length
    const rarity = count === 0 ? ABSENT_TERM_WEIGHT : Math.log(1 + (passages.length + 1) / count)
    return rarity * (ownTerms.has(term) ? 1 : HISTORY_WEIGHT)
  }
  return new Map(questionTerms(standalone).map(({ term }) => [baseFormOf(term), weight(baseFormOf(term))]))
}

/** Returns the names and numbers of a question. A sentence about another name or number is not an answer. */
const namedTerms = (question: string): readonly string[] =>
  questionTerms(question).flatMap(({ term, start, end }) => {
    const word = question.slice(start, end)
    const isFirst = question.slice(0, start).trim() === '' || /[.!?]\s*$/.test(question.slice(0, start))
    return /\d/.test(word) || (/^\p{Lu}/u.test(word) && !isFirst) ? [term] : []
  })

/** Pronouns that refer to the previous sentence. "it" within a sentence mostly refers to the same sentence. */
const REFERS_BACK = /^its?\b|\b(?:he|she|they|him|her|them|his|hers|their|theirs)\b/i

/**
 * Returns the terms that a sentence matches: those of its text, its author, the header of its window, and the names of the
 * previous sentence if the sentence refers to it.
 */
const matchedTerms = (
  { text, authorName, passage }: Sentence,
  previous: Sentence | undefined,
  names: readonly string[],
): ReadonlySet<string> => {
  const header = passage.text.split('\n', 1)[0] ?? ''
  const ownTerms = plainTerms([text, authorName, header].join(' '))
  if (previous === undefined || !REFERS_BACK.test(text)) return ownTerms
  const previousTerms = plainTerms([previous.text, previous.authorName].join(' '))
  return new Set([...ownTerms, ...names.filter((name) => previousTerms.has(name))])
}

const weigh = (material: Material): WeighedSentence[] => {
  const weights = weightsOf(material)
  const totalWeight = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const coverageOf = (terms: ReadonlySet<string>): number =>
    [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0) / Math.max(totalWeight, 1e-9)
  const names = namedTerms(material.question).map(baseFormOf)
  const otherTerms = [...weights.keys()].filter((term) => !names.includes(term))
  return material.passages.flatMap((passage) => {
    const sentences = sentencesOf(passage)
    return sentences.flatMap((sentence, i) => {
      if (sentence.isQuestion) return []
      const previousQuestion = sentences.slice(Math.max(0, i - 2), i).findLast(({ isQuestion }) => isQuestion)
      const questionTermSet = plainTerms(previousQuestion?.text ?? '')
      const sentenceTerms = matchedTerms(sentence, sentences[i - 1], names)
      const allTerms = new Set([...sentenceTerms, ...questionTermSet])
      // The sentence must contain the named subjects and match another term of the question.
      if (
        names.some((name) => !allTerms.has(name)) ||
        !(otherTerms.length === 0 || otherTerms.some((term) => allTerms.has(term)))
      )
        return []
      const coverage = coverageOf(sentenceTerms)
      const score = Math.max(
        coverage,
        coverage * (1 - PREVIOUS_QUESTION_SHARE) + coverageOf(questionTermSet) * PREVIOUS_QUESTION_SHARE,
      )
      return score >= COVERAGE_MIN ? [{ sentence, score }] : []
    })
  })
}

const distinct = (weighed: readonly WeighedSentence[]): WeighedSentence[] => {
  const seenKeys = new Set<string>()
  return weighed.filter(({ sentence: { terms } }) => {
    const key = [...terms].sort().join(' ')
    return !seenKeys.has(key) && seenKeys.add(key)
  })
}

const claimOf = ({ sentence: { text, passage } }: WeighedSentence): Claim => ({
  text,
  quotes: [{ id: passage.id, quote: text }],
})

/**
 * Orders equivalent sentences: the newest comes first, because later statements replace earlier ones.
 */
const byTimeDescending = (a: WeighedSentence, b: WeighedSentence): number =>
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
    const answers = ranked.filter(({ score }) => score >= best.score * GOOD_SCORE_SHARE).slice(0, SENTENCES_MAX)
    const equalAnswers = answers.filter(({ score }) => score >= best.score * EQUAL_SCORE_SHARE)
    const otherAnswers = answers.filter((answer) => !equalAnswers.includes(answer))
    for (const answer of [...equalAnswers.sort(byTimeDescending), ...otherAnswers]) yield claimOf(answer)
  },
}
