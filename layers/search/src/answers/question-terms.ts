import { type TermAt, termsAt, termsOf } from '../index/index.ts'

const ASKING: ReadonlySet<string> = new Set(
  termsOf(
    'tell show give find know please say said talk talked mention mentioned remember recall discuss discussed ask asked explain want need archive conversation conversations chat much many',
  ),
)

export const questionTerms = (question: string): readonly TermAt[] => {
  const all = termsAt(question)
  const about = all.filter(({ term }) => !ASKING.has(term))
  return about.length > 0 ? about : all
}
