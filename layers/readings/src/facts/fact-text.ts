import type { FactValue } from './fact-value.ts'

export const factText = (value: FactValue | undefined): string => {
  if (value === undefined) return 'unknown'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : String(value)
}
