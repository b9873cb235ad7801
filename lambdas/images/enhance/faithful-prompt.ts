import type { RuleInput } from './prompt-rules.ts'

const ADDED_WORDS_MAX = 40

/** Descriptions are words and commas: no quotation to be drawn, no line of a conversation, no markup. */
const DESCRIPTION = /^[\p{L}\p{M}\p{N} ,'’-]+$/u

/**
 * Phrases of an answer that talks about the task instead of doing it, and of prohibitions, which models draw
 * nevertheless.
 */
const TALK =
  /(?<!\p{L})(?:ignore|instructions?|prompts?|sorry|cannot|please|assistant|system|no|not|without|never)(?!\p{L})/iu

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ')

/**
 * The author's words unchanged, followed by the additions of a language model. Undefined if its answer does not begin
 * with those words, adds nothing or too much, or adds anything but a description.
 */
export const faithful = (answer: string, { prompt, maxLength }: Pick<RuleInput, 'prompt' | 'maxLength'>) => {
  const begun = spaced(prompt).replace(/[.,;]+$/, '')
  const text = spaced(answer)
  if (!text.toLowerCase().startsWith(begun.toLowerCase())) return undefined
  const rest = text.slice(begun.length)
  // The addition must start a new word, not continue the last one.
  if (!/^[.,;\s]/.test(rest)) return undefined
  const added = rest.replace(/^[.,;\s]+/, '').replace(/[.,;]+$/, '')
  if (!DESCRIPTION.test(added) || TALK.test(added) || added.split(' ').length > ADDED_WORDS_MAX) return undefined
  const whole = `${prompt.trim().replace(/[.,;]+$/, '')}, ${added}`
  return [...whole].length <= maxLength ? whole : undefined
}
