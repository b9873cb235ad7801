import { termsOf } from '../index/index.ts'
import { EXCHANGES_MAX, type Turn } from './contract/chat-answer.ts'
import { questionTerms } from './question-terms.ts'

/** A question with so few words of its own refers to earlier turns. */
const SHORT = 3
const ADDED_MAX = 12

const POINTS_BACK =
  /^(?:and|but|so|also|or|then|what about|how about|why|it|its|he|she|they|them|his|her|their|this|that|these|those|there|which one)\b/i
const PRONOUN = /\b(?:it|he|she|they|him|her|them|his|their|its|this|that|these|those|there|one)\b/i

/** The last exchanges, each beginning with a question. */
export const usedHistory = (
  history: readonly Turn[],
): { readonly turns: readonly Turn[]; readonly exchanges: number } => {
  let exchanges = 0
  let from = history.length
  for (let i = history.length - 1; i >= 0; i--) {
    if (history[i]?.role !== 'user') continue
    exchanges++
    from = i
    if (exchanges === EXCHANGES_MAX) break
  }
  return { turns: history.slice(from), exchanges }
}

const contentWords = (text: string): string[] => {
  const seen = new Set<string>()
  return questionTerms(text).flatMap(({ term, start, end }) => {
    if (seen.has(term)) return []
    seen.add(term)
    return [text.slice(start, end)]
  })
}

/** The question rewritten so that it is complete without the history. */
export const standaloneQuestion = (question: string, turns: readonly Turn[]): string => {
  const before = turns.findLast(({ role }) => role === 'user')
  if (before === undefined) return question
  const terms = new Set(questionTerms(question).map(({ term }) => term))
  const isShort = terms.size <= SHORT && PRONOUN.test(question)
  if (!isShort && terms.size > 1 && !POINTS_BACK.test(question)) return question
  const added = contentWords(before.content).filter((word) => !termsOf(word).some((term) => terms.has(term)))
  return added.length === 0 ? question : `${question} (${added.slice(0, ADDED_MAX).join(' ')})`
}
