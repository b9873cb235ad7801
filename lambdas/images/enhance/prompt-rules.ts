import { CATEGORIES, SETTLING_WORDS } from './prompt-vocabulary.ts'

/** Version of the rules and their vocabulary: the same version gives the same prompt. */
export const RULES_VERSION = '2026-11-1'

/** Prompts with more words than this count as crafted: additions would only dilute them. */
const CRAFTED_WORDS = 60

export type SkippedReason =
  | 'edit'
  | 'json_prompt'
  | 'quoted_text'
  | 'long_prompt'
  | 'no_category'
  | 'detailed'
  | 'length_limit'
  | 'not_requested'

export interface RuleResult {
  readonly prompt: string
  /** `medium: …`, `light: …`, `composition: …`, in the order of their use. */
  readonly applied: readonly string[]
  readonly skippedReason: SkippedReason | undefined
}

export interface RuleInput {
  readonly prompt: string
  /** true: a source image is edited, so the prompt is an instruction, not a description. */
  readonly isEdit: boolean
  /** Maximum characters that the model accepts; longer additions are omitted. */
  readonly maxLength: number
}

const wordsOf = (prompt: string): readonly string[] =>
  prompt.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []

/**
 * Returns whether the prompt quotes text that the image must show literally. An apostrophe inside a word is not a
 * quotation mark.
 */
const quotesText = (prompt: string): boolean =>
  /["“”«»„][^"“”«»„]*\p{L}[^"“”«»„]*["“”«»„]|(?:^|\s)['‘][^'‘’]*\p{L}[^'‘’]*['’](?=\s|[.,;:!?]|$)/u.test(prompt)

const isJson = (prompt: string): boolean => /^\s*[[{]/.test(prompt)

const unchanged = (prompt: string, skippedReason: SkippedReason): RuleResult => ({
  prompt,
  applied: [],
  skippedReason,
})

const reasonToSkip = ({ prompt, isEdit }: RuleInput, words: readonly string[]): SkippedReason | undefined => {
  if (isEdit) return 'edit'
  if (isJson(prompt)) return 'json_prompt'
  if (quotesText(prompt)) return 'quoted_text'
  return words.length > CRAFTED_WORDS ? 'long_prompt' : undefined
}

const length = (text: string): number => [...text].length

/**
 * Enhances a prompt deterministically. The author's words stay unchanged and come first. Adds medium, light and
 * composition if the subject is recognized and the author has not named them. Never adds prohibitions ("no text"):
 * models draw what is named.
 */
export const enhanceByRules = (input: RuleInput): RuleResult => {
  const { prompt, maxLength } = input
  const words = wordsOf(prompt)
  const reason = reasonToSkip(input, words)
  if (reason !== undefined) return unchanged(prompt, reason)
  const usedWords = new Set(words)
  const category = CATEGORIES.find((candidate) => candidate.words.some((word) => usedWords.has(word)))
  if (category === undefined) return unchanged(prompt, 'no_category')
  const openDimensions = (['medium', 'light', 'composition'] as const).filter(
    (dimension) => !SETTLING_WORDS[dimension].some((word) => usedWords.has(word)),
  )
  if (openDimensions.length === 0) return unchanged(prompt, 'detailed')
  const base = prompt.trimEnd().replace(/[.,;]+$/, '')
  const applied: string[] = []
  let enhanced = base
  for (const dimension of openDimensions) {
    const longer = `${enhanced}, ${category[dimension]}`
    if (length(longer) > maxLength) break
    enhanced = longer
    applied.push(`${dimension}: ${category[dimension]}`)
  }
  return applied.length === 0
    ? unchanged(prompt, 'length_limit')
    : { prompt: enhanced, applied, skippedReason: undefined }
}
