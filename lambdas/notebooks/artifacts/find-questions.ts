import { distinct, isSelfContained, type PassageSentence, quotedClaim } from './find-statements.ts'
import type { SectionClaim } from './section-maker.ts'

const OPEN_MAX = 8
const ANSWERED_MAX = 12
const QUESTION_MIN = 12

const UNDECIDED =
  /\b(?:unclear|not sure|undecided|open question|to be decided|tbd|don't know yet|still need to decide|remains? open)\b/i

const isAsked = ({ isQuestion, text, speaker }: PassageSentence): boolean =>
  isQuestion && text.length >= QUESTION_MIN && speaker !== 'Assistant'

const after = (sentences: readonly PassageSentence[], at: number): PassageSentence[] => {
  const passage = sentences[at]?.passage
  return sentences.slice(at + 1).filter((each) => each.passage === passage)
}

export const findOpenQuestions = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const open = sentences.filter((sentence, at) => {
    if (!sentence.isQuestion) return UNDECIDED.test(sentence.text) && isSelfContained(sentence)
    return isAsked(sentence) && !after(sentences, at).some(({ speaker }) => speaker !== sentence.speaker)
  })
  return distinct(open)
    .slice(0, OPEN_MAX)
    .map((sentence) => quotedClaim(sentence))
}

export const findAnsweredQuestions = (sentences: readonly PassageSentence[]): SectionClaim[] => {
  const seenQuestions = new Set<string>()
  return sentences
    .flatMap((question, at) => {
      const key = [...question.terms].sort().join(' ')
      if (!isAsked(question) || seenQuestions.has(key)) return []
      const answers = after(sentences, at).filter(({ speaker }) => speaker !== question.speaker)
      const answer = answers.find((each) => !each.isQuestion && isSelfContained(each))
      if (answer === undefined) return []
      seenQuestions.add(key)
      return [quotedClaim(answer, question.text.slice(0, 300))]
    })
    .slice(0, ANSWERED_MAX)
}
