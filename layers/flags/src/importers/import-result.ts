import { checkFlag, checkSegment } from '../check-flag.ts'
import type { FlagDefinition, Json, Operator, Segment, Variant } from '../definition.ts'
import { patternProblem } from '../extend.ts'
import { type Fields, isObject } from '../problem-list.ts'
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

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const textsOf = (value: unknown): readonly string[] => listOf(value).map((each) => `${each}`)

export const operatorOf = (operators: Readonly<Record<string, Operator>>, name: string): Operator | undefined =>
  Object.hasOwn(operators, name) ? operators[name] : undefined

/** Converts a value to a percentage from 0 to 100, rounded down to steps of 0.001. */
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
  const allProblems = [...problems]
  const validItems = <T extends { readonly key: string }>(
    items: readonly T[],
    check: (one: T) => ReturnType<typeof checkFlag>,
  ): T[] => {
    const seenKeys = new Set<string>()
    return items.filter((item) => {
      const { key } = item
      const problems = check(item)
      for (const { field, message } of problems)
        allProblems.push({ flag: key, message: `${field} ${message}; it was not imported` })
      if (seenKeys.has(key))
        allProblems.push({ flag: key, message: 'has a duplicate key; only the first was imported' })
      const isImported = problems.length === 0 && !seenKeys.has(key)
      seenKeys.add(key)
      return isImported
    })
  }
  return { flags: validItems(flags, checkFlag), segments: validItems(segments, checkSegment), problems: allProblems }
}

/** A flag without an exact equivalent in Signet. An approximation would give users other values. */
export class UnsupportedFlag extends Error {
  override readonly name = 'Unsupported'
}

/** Imports flag by flag. A flag without an exact equivalent is not imported, and the reason is reported. */
export const importEach = <T>(
  entries: Iterable<readonly [key: string, source: Fields]>,
  convert: (key: string, source: Fields) => T,
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

/** Converts values to variants. The key is the text itself, or the JSON of any other value. Equal values share a variant. */
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

/** Returns a JavaScript pattern that RE2 supports. @throws UnsupportedFlag for any other pattern */
export const samePattern = (pattern: unknown): string => {
  const problem = typeof pattern === 'string' ? patternProblem(pattern) : 'is not text'
  if (problem !== undefined) throw new UnsupportedFlag(`the pattern ${pattern} ${problem}`)
  return `${pattern}`
}
