import type { Flag } from '../api/flags.ts'
import { percentWords, ruleWords, sharesOf } from './flag-words.ts'

export type FlagState = Partial<Flag> & Pick<Flag, 'type'>

const TITLES: Readonly<Record<string, string>> = {
  type: 'Type',
  description: 'Description',
  tags: 'Tags',
  default: 'Default for other users',
  by: 'Sticky attribute',
  experiment: 'Experiment',
  metadata: 'Metadata',
  overrides: 'Individual users and tenants',
  prerequisites: 'Prerequisites',
  schedule: 'Schedule',
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

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
  const old = shareWords(before.variants)
  const next = shareWords(after.variants)
  return [old === next ? 'Variant payloads changed' : `Variants: ${old || 'none'} → ${next || 'none'}`]
}

const percentageChanges = (before: FlagState, after: FlagState): readonly string[] => {
  if (isSame(before.percentage, after.percentage)) return []
  const words = (value: number | undefined): string => (value === undefined ? 'none' : percentWords(value))
  return [`Percentage: ${words(before.percentage)} → ${words(after.percentage)}`]
}

/** Describes changed rules as removed and added rules. */
const ruleChanges = (before: FlagState, after: FlagState): readonly string[] => {
  if (isSame(before.rules, after.rules)) return []
  const old = (before.rules ?? []).map((rule) => ruleWords(rule, before.type))
  const next = (after.rules ?? []).map((rule) => ruleWords(rule, after.type))
  const gone = old.filter((words) => !next.includes(words)).map((words) => `Rule removed: ${words}`)
  const come = next.filter((words) => !old.includes(words)).map((words) => `Rule added: ${words}`)
  if (gone.length + come.length > 0) return [...gone, ...come]
  const isReordered = !isSame(old, next)
  return [isReordered ? 'Rule order changed: the first matching rule decides' : 'Rule details changed']
}

const switchChanges = (before: FlagState, after: FlagState): readonly string[] => [
  ...(isSame(before.enabled, after.enabled) ? [] : [after.enabled ? 'Switched on' : 'Switched off']),
  ...(isSame(before.archived ?? false, after.archived ?? false) ? [] : [after.archived ? 'Archived' : 'Unarchived']),
]

/** Describes the changes between two states of a flag, one sentence each; empty if only derived members differ. */
export const changeWords = (before: FlagState, after: FlagState): readonly string[] => [
  ...switchChanges(before, after),
  ...percentageChanges(before, after),
  ...variantChanges(before, after),
  ...ruleChanges(before, after),
  ...Object.entries(TITLES).flatMap(([name, title]) => {
    const old = before[name as keyof Flag]
    const next = after[name as keyof Flag]
    return isSame(old, next) ? [] : [`${title}: ${valueWords(old)} → ${valueWords(next)}`]
  }),
]

export const sharedMembers = (
  change: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): readonly string[] => Object.keys(change).filter((name) => !isSame(before[name], present[name]))
