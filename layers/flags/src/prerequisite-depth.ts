import type { FlagDefinition, FlagProblem } from './definition.ts'

/** Maximum length of a chain of prerequisites. Longer chains count as not met; writes that create them are refused. */
export const PREREQUISITE_DEPTH_MAX = 50

type FlagWithPrerequisites = Pick<FlagDefinition, 'key' | 'prerequisites'>

/** Returns the flags whose chains of prerequisites end within this depth. Circular chains never end. */
const flagsWithinDepth = (definitions: readonly FlagWithPrerequisites[], depthMax: number): ReadonlySet<string> => {
  const keys = new Set(definitions.map(({ key }) => key))
  const resolved = new Set<string>()
  let unresolved = [...definitions]
  for (let depth = 0; depth <= depthMax && unresolved.length > 0; depth += 1) {
    const newlyResolved = unresolved.filter(({ prerequisites = [] }) =>
      prerequisites.every(({ flag }) => resolved.has(flag) || !keys.has(flag)),
    )
    if (newlyResolved.length === 0) break
    for (const { key } of newlyResolved) resolved.add(key)
    unresolved = unresolved.filter(({ key }) => !resolved.has(key))
  }
  return resolved
}

/** Returns the flags whose prerequisites are neither circular nor deeper than the limit. Only these can be met. */
export const groundedFlags = (definitions: readonly FlagWithPrerequisites[]): ReadonlySet<string> =>
  flagsWithinDepth(definitions, PREREQUISITE_DEPTH_MAX)

export const tooDeepFlags = (definitions: readonly FlagWithPrerequisites[]): readonly string[] => {
  const grounded = groundedFlags(definitions)
  if (grounded.size === definitions.length) return []
  const resolved = flagsWithinDepth(definitions, definitions.length)
  return definitions.flatMap(({ key }) => (resolved.has(key) && !grounded.has(key) ? [key] : []))
}

/** Returns the problems of chains of prerequisites. Each is reported for the flag that makes the chain too long. */
export const depthProblems = (definitions: readonly FlagWithPrerequisites[]): readonly FlagProblem[] => {
  const [first, ...others] = tooDeepFlags(definitions)
  if (first === undefined) return []
  const flagList = others.length > 0 ? `${first} and ${others.length} more` : first
  return [
    {
      field: 'prerequisites',
      message: `must form chains of at most ${PREREQUISITE_DEPTH_MAX} flags; longer: ${flagList}`,
    },
  ]
}
