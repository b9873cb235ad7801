import { checkFlag, checkSegment } from '../check-flag.ts'
import type { FlagProblem, FlagSnapshot } from '../definition.ts'
import { Counters, type FlagCounters } from '../metrics/counters.ts'
import { fieldPath } from '../problem-list.ts'
import type { Runtime } from './attribute.ts'
import { segmentTests } from './compile-condition.ts'
import { compileFlag } from './compile-flag.ts'
import type { FlagProgram } from './flag-program.ts'
import { prerequisiteGate } from './prerequisites.ts'

/** A snapshot or flag was refused because it breaks rules. No part of it is used. */
export class FlagsRefused extends Error {
  override readonly name = 'FlagsRefused'
  readonly problems: readonly FlagProblem[]
  constructor(problems: readonly FlagProblem[]) {
    super(problems.map(({ field, message }) => `${field || 'flags'} ${message}`).join('; '))
    this.problems = problems
  }
}

const listProblems = (
  value: unknown,
  name: string,
  check: (each: unknown) => readonly FlagProblem[],
): FlagProblem[] => {
  if (!Array.isArray(value)) return [{ field: name, message: 'must be a list' }]
  const seenKeys = new Set<unknown>()
  return value.flatMap((each: unknown, i) => {
    const key = (each as { readonly key?: unknown } | null)?.key
    const duplicateKey = seenKeys.has(key)
      ? [{ field: `${name}.${i}.key`, message: `must be unique; "${key}" is repeated` }]
      : []
    seenKeys.add(key)
    return [
      ...check(each).map(({ field, message }) => ({ field: fieldPath(`${name}.${i}`, field), message })),
      ...duplicateKey,
    ]
  })
}

const storedProblems = (flag: unknown): readonly FlagProblem[] => {
  const problems = checkFlag(flag)
  const missingFields = ['enabled', 'default', 'salt', 'bucketing', 'version'].filter(
    (name) => (flag as Readonly<Record<string, unknown>> | null)?.[name] === undefined,
  )
  return [...problems, ...missingFields.map((field) => ({ field, message: 'is required in a snapshot' }))]
}

/** Returns every rule that a snapshot breaks; an empty list for a valid snapshot. */
export const checkSnapshot = (input: unknown): readonly FlagProblem[] => {
  if (typeof input !== 'object' || input === null) return [{ field: '', message: 'must be an object' }]
  const { version, flags, segments = [] } = input as Partial<FlagSnapshot>
  return [
    ...(Number.isSafeInteger(version) ? [] : [{ field: 'version', message: 'must be an integer' }]),
    ...listProblems(flags, 'flags', storedProblems),
    ...listProblems(segments, 'segments', checkSegment),
  ]
}

/** The counters of evaluations: those of all flags, and a flag's own, which remain when the snapshot is replaced. */
export interface CounterParts {
  readonly counters: Counters
  readonly countersOf: (key: string) => FlagCounters
}

const newCounters = (): CounterParts => {
  const counters = new Counters()
  return { counters, countersOf: () => counters.ofFlag() }
}

/**
 * Compiles a snapshot to flags by key.
 * @throws FlagsRefused if the snapshot breaks a rule; the caller should continue with its previous snapshot.
 */
export const compileSnapshot = (
  snapshot: FlagSnapshot,
  runtime: Runtime,
  { counters, countersOf }: CounterParts = newCounters(),
): ReadonlyMap<string, FlagProgram> => {
  const problems = checkSnapshot(snapshot)
  if (problems.length > 0) throw new FlagsRefused(problems)
  const activeFlags = snapshot.flags.filter(({ archived }) => archived !== true)
  const gate = prerequisiteGate(activeFlags)
  const parts = {
    runtime,
    counters,
    segmentTests: segmentTests(snapshot.segments ?? [], runtime.now),
    prerequisitesOf: gate.testOf,
  }
  const compiled = new Map<string, FlagProgram>()
  for (const definition of activeFlags) {
    const flag = compileFlag(definition, parts, countersOf(definition.key))
    gate.add(definition.key, flag)
    compiled.set(definition.key, flag)
  }
  return compiled
}
