import { sameJson } from '@signet/contracts/canonical'
import type { ColumnCheck, ColumnKind } from './column.ts'

const looserCheck = (a: ColumnCheck, b: ColumnCheck): ColumnCheck | undefined => {
  if (a.kind === 'in' && b.kind === 'in') {
    // The new order comes first: if values are only added, the result equals the rule of the new version.
    const removed = a.values.filter((value) => !b.values.includes(value))
    return { kind: 'in', values: [...b.values, ...removed] }
  }
  if ((a.kind === 'min' || a.kind === 'max') && a.kind === b.kind) {
    if (a.limit === b.limit) return a.exclusive ? b : a
    return a.limit < b.limit === (a.kind === 'min') ? a : b
  }
  if ('limit' in a && 'limit' in b) return a.limit < b.limit === a.kind.startsWith('min') ? a : b
  return undefined
}

/**
 * Returns the rules that rows of both versions satisfy: the looser of two limits, the union of two lists. Omits rules
 * that only one version has, and patterns, which cannot be compared.
 */
export const commonChecks = (
  oldChecks: readonly ColumnCheck[],
  newChecks: readonly ColumnCheck[],
): readonly ColumnCheck[] =>
  newChecks.flatMap((check) => {
    const oldCheck = oldChecks.find(({ kind }) => kind === check.kind)
    if (oldCheck === undefined) return []
    if (sameJson(oldCheck, check)) return [check]
    return looserCheck(oldCheck, check) ?? []
  })

export const tighterChecks = (
  currentChecks: readonly ColumnCheck[],
  newChecks: readonly ColumnCheck[],
): readonly ColumnCheck[] => newChecks.filter((check) => !currentChecks.some((existing) => sameJson(existing, check)))

const measures: Readonly<Record<string, (value: unknown) => number>> = {
  min_length: (value) => [...String(value)].length,
  max_length: (value) => [...String(value)].length,
  min_items: (value) => (Array.isArray(value) ? value.length : 0),
  max_items: (value) => (Array.isArray(value) ? value.length : 0),
  min: Number,
  max: Number,
}

const satisfies = (check: ColumnCheck, value: unknown): boolean => {
  if (check.kind === 'in') return check.values.some((member) => member === value)
  if (check.kind === 'pattern') return check.sources.every((source) => new RegExp(source, 'u').test(String(value)))
  if (check.kind === 'multiple') return Number(value) % check.divisor === 0
  const size = measures[check.kind]?.(value) ?? 0
  if ('exclusive' in check && check.exclusive && size === check.limit) return false
  return check.kind.startsWith('min') ? size >= check.limit : size <= check.limit
}

const isOfKind = (kind: ColumnKind, value: unknown): boolean => {
  if (kind === 'json') return true
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (kind === 'integer') return Number.isSafeInteger(value)
  if (kind === 'number' || kind === 'boolean') return typeof value === kind
  return typeof value === 'string'
}

/** Returns the first rule that a value breaks, `type` for its kind; `undefined` if the column accepts it. */
export const brokenRule = (
  { kind, checks }: { readonly kind: ColumnKind; readonly checks: readonly ColumnCheck[] },
  value: unknown,
): ColumnCheck['kind'] | 'type' | undefined => {
  if (!isOfKind(kind, value)) return 'type'
  return checks.find((check) => !satisfies(check, value))?.kind
}
