import type { FactValue } from './fact-value.ts'

/** A fact in a sentence: yes and no for true and false, lists with commas, `unknown` for what is not known. */
export const factText = (value: FactValue | undefined): string => {
  if (value === undefined) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
