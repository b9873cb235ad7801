import type { Passage } from './passages.ts'

const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bin order to\b/gi, 'to'],
  [/\bdue to the fact that\b/gi, 'because'],
  [/\bin the event that\b/gi, 'if'],
  [/\bat this point in time\b/gi, 'now'],
  [/\bprior to\b/gi, 'before'],
  [/\bsubsequent to\b/gi, 'after'],
  [/\butili[sz]e(s|d?)\b/gi, 'use$1'],
  [/\bmake use of\b/gi, 'use'],
  [/\bmakes use of\b/gi, 'uses'],
  [/\bis able to\b/gi, 'can'],
  [/\bare able to\b/gi, 'can'],
  [/\ba large number of\b/gi, 'many'],
  [/\bthe majority of\b/gi, 'most'],
]

const CORRECTIONS: readonly (readonly [RegExp, string])[] = [
  [/\ba (?=[aeio](?!ne\b|nce\b|u[rn]o)[a-z])/g, 'an '],
  [/\bA (?=[aeio](?!ne\b|nce\b|u[rn]o)[a-z])/g, 'An '],
  [/\b(a|an|the|to|of|in|is|and|or|by|on|it) \1\b/g, '$1'],
  [/(\S) {2,}(?=\S)/g, '$1 '],
]

/** Gives the replacement the capitalization of the phrase. */
const withCapitalizationOf = (before: string, after: string): string =>
  /^\p{Lu}/u.test(before) ? after.charAt(0).toUpperCase() + after.slice(1) : after

const plainWording = (text: string): string => {
  const phrased = PHRASES.reduce(
    (edited, [wordy, short]) =>
      edited.replace(wordy, (all, ending: unknown) =>
        withCapitalizationOf(all, short.replace('$1', typeof ending === 'string' ? ending : '')),
      ),
    text,
  )
  return CORRECTIONS.reduce((edited, [wrong, right]) => edited.replace(wrong, right), phrased)
}

const withFinalPeriod = (text: string): string => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)

/** Code and quotations, which stay unchanged. */
const PROTECTED_PART = /(`[^`]*`|"[^"]*"|“[^”]*”)/

/**
 * Edits a passage without a model: replaces wordy phrases, corrects articles and repeated words, and adds a missing
 * period.
 */
export const editedByRules = ({ text, kind }: Pick<Passage, 'text' | 'kind'>): string => {
  const edited = text
    .split(PROTECTED_PART)
    .map((part, index) => (index % 2 === 0 ? plainWording(part) : part))
    .join('')
  return kind === 'item' ? edited : withFinalPeriod(edited)
}
