import { distinct, isSelfContained, type PassageSentence, quotedClaim } from './find-statements.ts'
import type { SectionClaim } from './section-maker.ts'

const OPEN_QUESTIONS_MAX = 8
const ANSWERED_QUESTIONS_MAX = 12
const QUESTION_CHARACTERS_MIN = 12

const UNDECIDED =
  /\b(?:unclear|not sure|undecided|open question|to be decided|tbd|don't know yet|still need to decide|remains? open)\b/i

const isUserQuestion = ({ isQuestion, text, speaker }: PassageSentence): boolean =>
  isQuestion && text.length >= QUESTION_CHARACTERS_MIN && speaker !== 'Assistant'

const laterSentences = (sentences: readonly PassageSentence[], index: number): PassageSentence[] => {
  const passage = sentences[index]?.passage
  return sentences.slice(index + 1).filter((each) => each.passage === passage)
}

/** Finds undecided statements, and questions of users after which no other speaker follows in the passage. */
export const findOpenQuestions = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const openQuestions = sentences.filter((sentence, index) => {
    if (!sentence.isQuestion) return UNDECIDED.test(sentence.text) && isSelfContained(sentence)
    return (
      isUserQuestion(sentence) && !laterSentences(sentences, index).some(({ speaker }) => speaker !== sentence.speaker)
    )
  })
  return distinct(openQuestions)
    .slice(0, OPEN_QUESTIONS_MAX)
    .map((sentence) => quotedClaim(sentence))
}

export const findAnsweredQuestions = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const seenQuestions = new Set<string>()
  return sentences
    .flatMap((question, index) => {
      const key = [...question.terms].sort().join(' ')
      if (!isUserQuestion(question) || seenQuestions.has(key)) return []
      const answers = laterSentences(sentences, index).filter(({ speaker }) => speaker !== question.speaker)
      const answer = answers.find((candidate) => !candidate.isQuestion && isSelfContained(candidate))
      if (answer === undefined) return []
      seenQuestions.add(key)
      return [quotedClaim(answer, question.text.slice(0, 300))]
    })
    .slice(0, ANSWERED_QUESTIONS_MAX)
}
