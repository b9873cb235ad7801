import { termsOf } from '../index/segments/terms-of.ts'
import type { AnswerMaker, Claim, Material } from './claim.ts'
import { questionTerms } from './question-terms.ts'
import { type Sentence as SentenceOf, sentencesOf } from './sentences.ts'

/** How much of the question's weight a sentence must hold, together with the date of its window and what it answers. */
const COVERED_MIN = 0.55

/** A further sentence must be nearly as good as the best. */
const NEARLY = 0.9
const EQUAL = 0.98
const SENTENCES_MAX = 3

/** What a question that was asked before adds to the sentence that answered it. */
const ASKED_BEFORE = 0.6

type Sentence = SentenceOf<Material['passages'][number]>

interface Weighed {
  readonly sentence: Sentence
  readonly score: number
}

/** What the history adds to a question weighs half. */
const ADDED = 0.5

/** A word that stands in no passage may be another word for one that does: it weighs less than any that does. */
const ABSENT = 0.5

/** Words that are rare among the passages weigh more. */
const weightsOf = ({ question, standalone, passages }: Material): ReadonlyMap<string, number> => {
  const holding = passages.map(({ text }) => new Set(termsOf(text)))
  const asked = new Set(termsOf(question))
  const weight = (term: string): number => {
    const count = holding.filter((terms) => terms.has(term)).length
    const rarity = count === 0 ? ABSENT : Math.log(1 + (passages.length + 1) / count)
    return rarity * (asked.has(term) ? 1 : ADDED)
  }
  return new Map(questionTerms(standalone).map(({ term }) => [term, weight(term)]))
}

/** Names and numbers of a question: an answer about another is none. */
const namedTerms = (question: string): string[] =>
  questionTerms(question).flatMap(({ term, start, end }) => {
    const word = question.slice(start, end)
    const isFirst = question.slice(0, start).trim() === '' || /[.!?]\s*$/.test(question.slice(0, start))
    return /\d/.test(word) || (/^\p{Lu}/u.test(word) && !isFirst) ? [term] : []
  })

/** The words of a sentence and those of its window's header: when it was said. */
const withHeader = ({ terms, passage }: Sentence): ReadonlySet<string> =>
  new Set([...terms, ...termsOf(passage.text.split('\n', 1)[0] ?? '')])

const weigh = (material: Material): Weighed[] => {
  const weights = weightsOf(material)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const covered = (terms: ReadonlySet<string>): number =>
    [...weights].reduce((sum, [term, weight]) => sum + (terms.has(term) ? weight : 0), 0) / Math.max(all, 1e-9)
  const names = namedTerms(material.question)
  return material.passages.flatMap((passage) => {
    const held = new Set(termsOf(passage.text))
    if (names.some((name) => !held.has(name))) return []
    const sentences = sentencesOf(passage)
    return sentences.flatMap((sentence, i) => {
      if (sentence.isQuestion) return []
      const own = covered(withHeader(sentence))
      const asked = sentences.slice(Math.max(0, i - 2), i).findLast(({ isQuestion }) => isQuestion)
      const score = Math.max(own, own * (1 - ASKED_BEFORE) + (asked ? covered(asked.terms) * ASKED_BEFORE : 0))
      return score >= COVERED_MIN ? [{ sentence, score }] : []
    })
  })
}

/** Of sentences that say the same the first counts. */
const distinct = (weighed: readonly Weighed[]): Weighed[] => {
  const seen = new Set<string>()
  return weighed.filter(({ sentence: { terms } }) => {
    const key = [...terms].sort().join(' ')
    return !seen.has(key) && seen.add(key)
  })
}

const claimOf = ({ sentence: { text, passage } }: Weighed): Claim => ({
  text,
  quotes: [{ id: passage.id, quote: text }],
})

/** Sentences that hold as much as the best say the same thing: of them the newest comes first, for what was said later counts. */
const byTime = (a: Weighed, b: Weighed): number =>
  (b.sentence.passage.createdAt ?? '').localeCompare(a.sentence.passage.createdAt ?? '')

/**
 * Answers without a model: the sentences of the passages that hold most of the question, as they stand there. The same
 * material always has the same answer.
 */
export const extractiveAnswer: AnswerMaker = {
  name: 'extractive',
  async *claims(material, signal) {
    signal.throwIfAborted()
    const ranked = distinct(weigh(material).sort((a, b) => b.score - a.score))
    const [best] = ranked
    if (best === undefined) return
    const good = ranked.filter(({ score }) => score >= best.score * NEARLY).slice(0, SENTENCES_MAX)
    const equals = good.filter(({ score }) => score >= best.score * EQUAL)
    const rest = good.filter((each) => !equals.includes(each))
    for (const each of [...equals.sort(byTime), ...rest]) yield claimOf(each)
  },
}
