import { checkFlag, checkSegment } from '../check-flag.ts'
import type { FlagDefinition, FlagProblem, FlagSnapshot } from '../definition.ts'
import { type Tally, tally } from '../metrics/tally.ts'
import { within } from '../problem-list.ts'
import type { Surroundings } from './attribute.ts'
import { segmentTests } from './compile-condition.ts'
import { compileFlag, type Run } from './compile-flag.ts'
import { prerequisiteGate } from './prerequisites.ts'

/** A flag that can be evaluated. */
export interface CompiledFlag {
  readonly definition: FlagDefinition
  readonly run: Run
  readonly counted: Tally
}

/** What is wrong with a snapshot or a flag; nothing of it was taken into use. */
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
  const seen = new Set<unknown>()
  return value.flatMap((each: unknown, i) => {
    const key = (each as { readonly key?: unknown } | null)?.key
    const again = seen.has(key) ? [{ field: `${name}.${i}.key`, message: `is "${key}" a second time` }] : []
    seen.add(key)
    return [...check(each).map(({ field, message }) => ({ field: within(`${name}.${i}`, field), message })), ...again]
  })
}

const storedProblems = (flag: unknown): readonly FlagProblem[] => {
  const problems = checkFlag(flag)
  const missing = ['enabled', 'default', 'salt', 'bucketing', 'version'].filter(
    (name) => (flag as Readonly<Record<string, unknown>> | null)?.[name] === undefined,
  )
  return [...problems, ...missing.map((field) => ({ field, message: 'is required in a snapshot' }))]
}

/** Every rule that a snapshot breaks; empty for a good one. */
export const checkSnapshot = (input: unknown): readonly FlagProblem[] => {
  if (typeof input !== 'object' || input === null) return [{ field: '', message: 'must be an object' }]
  const { version, flags, segments = [] } = input as Partial<FlagSnapshot>
  return [
    ...(Number.isSafeInteger(version) ? [] : [{ field: 'version', message: 'must be a whole number' }]),
    ...listProblems(flags, 'flags', storedProblems),
    ...listProblems(segments, 'segments', checkSegment),
  ]
}

/**
 * A snapshot as flags that can be evaluated, by key. `tallyOf` gives each its counters, which outlive a snapshot.
 *
 * @throws FlagsRefused when the snapshot breaks a rule: whoever has an older one keeps it.
 */
export const compileSnapshot = (
  snapshot: FlagSnapshot,
  surroundings: Surroundings,
  tallyOf: (key: string) => Tally = () => tally(),
): ReadonlyMap<string, CompiledFlag> => {
  const problems = checkSnapshot(snapshot)
  if (problems.length > 0) throw new FlagsRefused(problems)
  const living = snapshot.flags.filter(({ archived }) => archived !== true)
  const gate = prerequisiteGate(living)
  const parts = {
    surroundings,
    segmentTests: segmentTests(snapshot.segments ?? [], surroundings.now),
    prerequisitesOf: gate.of,
  }
  const compiled = new Map<string, CompiledFlag>()
  for (const definition of living) {
    const counted = tallyOf(definition.key)
    const run = compileFlag(definition, parts, counted)
    gate.add(definition.key, run)
    compiled.set(definition.key, { definition, run, counted })
  }
  return compiled
}
