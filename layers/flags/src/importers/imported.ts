import { checkFlag, checkSegment } from '../check-flag.ts'
import type { FlagDefinition, Segment } from '../definition.ts'

/** What could not be taken over as it was, and what was done instead. */
export interface ImportProblem {
  readonly flag: string
  readonly message: string
}

/** Flags of another system as definitions that give every user what the other system gave. */
export interface Imported {
  readonly flags: readonly FlagDefinition[]
  readonly segments: readonly Segment[]
  readonly problems: readonly ImportProblem[]
}

type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const membersOf = (value: unknown): Members => (isMembers(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const textsOf = (value: unknown): readonly string[] => listOf(value).map((each) => `${each}`)

/** 0 to 100 in our steps. */
export const percentOf = (value: unknown): number => {
  const percent = Number(value)
  return percent > 0 ? Math.min(100, Math.floor(Math.round(percent * 1e6) / 1000) / 1000) : 0
}

/** A rule that nobody matches. */
export const NOBODY = { any: [] } as const

/** Only what passes our own rules is handed out; the rest is named. */
export const checkedImport = (
  flags: readonly FlagDefinition[],
  segments: readonly Segment[],
  problems: readonly ImportProblem[],
): Imported => {
  const wrong = (key: string, found: ReturnType<typeof checkFlag>): ImportProblem[] =>
    found.map(({ field, message }) => ({ flag: key, message: `${field} ${message}; the flag was left out` }))
  const bad = new Map(
    [
      ...flags.map((flag) => [flag.key, checkFlag(flag)] as const),
      ...segments.map((s) => [s.key, checkSegment(s)] as const),
    ].filter(([, found]) => found.length > 0),
  )
  return {
    flags: flags.filter(({ key }) => !bad.has(key)),
    segments: segments.filter(({ key }) => !bad.has(key)),
    problems: [...problems, ...[...bad].flatMap(([key, found]) => wrong(key, found))],
  }
}
