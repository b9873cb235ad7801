import { checkFlag, checkSegment } from '../check-flag.ts'
import type { FlagDefinition, Json, Operator, Segment, Variant } from '../definition.ts'
import { patternProblem } from '../extend.ts'
import { isMembers, type Members } from '../problem-list.ts'
import { registerForeignBucketings } from './bucketing/foreign-bucketings.ts'

export interface ImportProblem {
  readonly flag: string
  readonly message: string
}

/** Flags of another system, as definitions that give every user the same result as that system. */
export interface ImportResult {
  readonly flags: readonly FlagDefinition[]
  readonly segments: readonly Segment[]
  readonly problems: readonly ImportProblem[]
}

export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const textsOf = (value: unknown): readonly string[] => listOf(value).map((each) => `${each}`)

export const operatorOf = (operators: Readonly<Record<string, Operator>>, name: string): Operator | undefined =>
  Object.hasOwn(operators, name) ? operators[name] : undefined

/** Returns 0 to 100 in steps of 0.001. */
export const percentOf = (value: unknown): number => {
  const percent = Number(value)
  return percent > 0 ? Math.min(100, Math.floor(Math.round(percent * 1e6) / 1000) / 1000) : 0
}

export const MATCHES_NO_USER = { any: [] } as const

/**
 * Returns the flags that pass `checkFlag`, and the first of each key; reports the others. Registers the formulas of the
 * flags in the engine of this process.
 */
export const checkedImport = (
  flags: readonly FlagDefinition[],
  segments: readonly Segment[],
  problems: readonly ImportProblem[],
): ImportResult => {
  registerForeignBucketings()
  const all = [...problems]
  const good = <T extends { readonly key: string }>(
    each: readonly T[],
    check: (one: T) => ReturnType<typeof checkFlag>,
  ): T[] => {
    const seen = new Set<string>()
    return each.filter((one) => {
      const { key } = one
      const problems = check(one)
      for (const { field, message } of problems)
        all.push({ flag: key, message: `${field} ${message}; it was not imported` })
      if (seen.has(key)) all.push({ flag: key, message: 'has a duplicate key; only the first was imported' })
      const isTaken = problems.length === 0 && !seen.has(key)
      seen.add(key)
      return isTaken
    })
  }
  return { flags: good(flags, checkFlag), segments: good(segments, checkSegment), problems: all }
}

/** A feature without an exact equivalent here. An approximation would give users other values. */
export class UnsupportedFlag extends Error {
  override readonly name = 'Unsupported'
}

/** Imports flag by flag. A flag without an exact equivalent is not imported, and the reason is reported. */
export const importEach = <T>(
  entries: Iterable<readonly [key: string, source: Members]>,
  convert: (key: string, source: Members) => T,
  problems: ImportProblem[],
): T[] =>
  [...entries].flatMap(([key, source]) => {
    try {
      return [convert(key, source)]
    } catch (error) {
      if (!(error instanceof UnsupportedFlag)) throw error
      problems.push({ flag: key, message: `${error.message}; the flag was not imported` })
      return []
    }
  })

/** Converts values to variants: a text is its own key, anything else its JSON. Equal values are one variant. */
export const valueVariants = () => {
  const variants = new Map<string, Variant>()
  return {
    keyOf: (value: unknown): string => {
      const text =
        typeof value === 'string' && value !== '' && value.trim() === value ? value : JSON.stringify(value ?? null)
      const key = text.length <= 200 ? text : `${text.slice(0, 150)}…${variants.size}`
      if (!variants.has(key)) variants.set(key, { key, weight: 0, payload: (value ?? null) as Json })
      return key
    },
    payloadOf: (key: string): Json => variants.get(key)?.payload ?? null,
    list: (): readonly Variant[] => [...variants.values()],
  }
}

/** Returns a pattern of JavaScript that has the same meaning in RE2. */
export const samePattern = (pattern: unknown): string => {
  const problem = typeof pattern === 'string' ? patternProblem(pattern) : 'is not text'
  if (problem !== undefined) throw new UnsupportedFlag(`the pattern ${pattern} ${problem}`)
  return `${pattern}`
}
