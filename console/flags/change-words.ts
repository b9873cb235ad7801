import type { Flag } from '../api/flags.ts'
import { percentWords, ruleWords, sharesOf } from './flag-words.ts'

export type FlagState = Partial<Flag> & Pick<Flag, 'type'>

const TITLES: Readonly<Record<string, string>> = {
  type: 'Type',
  description: 'Description',
  tags: 'Tags',
  default: 'Default for other users',
  by: 'Attribute that keeps the value',
  experiment: 'Experiment',
  metadata: 'Metadata',
  overrides: 'Individual users and tenants',
  prerequisites: 'Prerequisites',
  schedule: 'Schedule',
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

const valueWords = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return 'none'
  if (Array.isArray(value) && value.length === 0) return 'none'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const shareWords = (variants: Flag['variants']): string =>
  sharesOf(variants ?? [])
    .map(({ key, percent }) => `${key} ${percentWords(percent)}`)
    .join(', ')

const variantChanges = (before: FlagState, after: FlagState): readonly string[] => {
  if (isSame(before.variants, after.variants)) return []
  const oldShares = shareWords(before.variants)
  const newShares = shareWords(after.variants)
  return [
    oldShares === newShares ? 'Variant payloads changed' : `Variants: ${oldShares || 'none'} → ${newShares || 'none'}`,
  ]
}

const percentageChanges = (before: FlagState, after: FlagState): readonly string[] => {
  if (isSame(before.percentage, after.percentage)) return []
  const textOf = (value: number | undefined): string => (value === undefined ? 'none' : percentWords(value))
  return [`Percentage: ${textOf(before.percentage)} → ${textOf(after.percentage)}`]
}

/** Describes changed rules as removed and added rules. */
const ruleChanges = (before: FlagState, after: FlagState): readonly string[] => {
  if (isSame(before.rules, after.rules)) return []
  const oldRules = (before.rules ?? []).map((rule) => ruleWords(rule, before.type))
  const newRules = (after.rules ?? []).map((rule) => ruleWords(rule, after.type))
  const removedRules = oldRules.filter((words) => !newRules.includes(words)).map((words) => `Rule removed: ${words}`)
  const addedRules = newRules.filter((words) => !oldRules.includes(words)).map((words) => `Rule added: ${words}`)
  if (removedRules.length + addedRules.length > 0) return [...removedRules, ...addedRules]
  const isReordered = !isSame(oldRules, newRules)
  return [isReordered ? 'Rule order changed: the first matching rule decides' : 'Rule details changed']
}

const switchChanges = (before: FlagState, after: FlagState): readonly string[] => [
  ...(isSame(before.enabled, after.enabled) ? [] : [after.enabled ? 'Switched on' : 'Switched off']),
  ...(isSame(before.archived ?? false, after.archived ?? false) ? [] : [after.archived ? 'Archived' : 'Unarchived']),
]

/** Describes the changes between two states of a flag, one sentence each; empty if only derived fields differ. */
export const changeWords = (before: FlagState, after: FlagState): readonly string[] => [
  ...switchChanges(before, after),
  ...percentageChanges(before, after),
  ...variantChanges(before, after),
  ...ruleChanges(before, after),
  ...Object.entries(TITLES).flatMap(([name, title]) => {
    const oldValue = before[name as keyof Flag]
    const newValue = after[name as keyof Flag]
    return isSame(oldValue, newValue) ? [] : [`${title}: ${valueWords(oldValue)} → ${valueWords(newValue)}`]
  }),
]

export const conflictingFields = (
  change: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): readonly string[] => Object.keys(change).filter((name) => !isSame(base[name], current[name]))
