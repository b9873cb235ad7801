import { type TermPosition, termPositions, termsOf } from '../index/index.ts'

/** Terms of phrases such as "find the chat about", which do not name the subject of a question. */
const ASKING_TERMS: ReadonlySet<string> = new Set(
  termsOf(
    'tell show give find know please say said talk talked mention mentioned remember recall discuss discussed ask asked explain want need archive conversation conversations chat much many',
  ),
)

/** Returns the terms that name the subject of a question; all terms if there are none. */
export const questionTerms = (question: string): readonly TermPosition[] => {
  const all = termPositions(question)
  const subjectTerms = all.filter(({ term }) => !ASKING_TERMS.has(term))
  return subjectTerms.length > 0 ? subjectTerms : all
}
