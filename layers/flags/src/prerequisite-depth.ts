import type { FlagDefinition, FlagProblem } from './definition.ts'

/** Maximum depth of prerequisites. Deeper chains count as not met; writes that create them are refused. */
export const PREREQUISITE_DEPTH_MAX = 50

type Needing = Pick<FlagDefinition, 'key' | 'prerequisites'>

/** Returns the flags whose chains of prerequisites end within this depth; circular chains never do. */
const endingWithin = (definitions: readonly Needing[], depthMax: number): ReadonlySet<string> => {
  const keys = new Set(definitions.map(({ key }) => key))
  const ending = new Set<string>()
  let open = [...definitions]
  for (let depth = 0; depth <= depthMax && open.length > 0; depth += 1) {
    const settled = open.filter(({ prerequisites = [] }) =>
      prerequisites.every(({ flag }) => ending.has(flag) || !keys.has(flag)),
    )
    if (settled.length === 0) break
    for (const { key } of settled) ending.add(key)
    open = open.filter(({ key }) => !ending.has(key))
  }
  return ending
}

/** Returns the flags whose prerequisites are not circular and are within the limit. Only these can be met. */
export const groundedFlags = (definitions: readonly Needing[]): ReadonlySet<string> =>
  endingWithin(definitions, PREREQUISITE_DEPTH_MAX)

export const tooDeepFlags = (definitions: readonly Needing[]): readonly string[] => {
  const grounded = groundedFlags(definitions)
  if (grounded.size === definitions.length) return []
  const ending = endingWithin(definitions, definitions.length)
  return definitions.flatMap(({ key }) => (ending.has(key) && !grounded.has(key) ? [key] : []))
}

/** Returns the problems of chains of prerequisites. Each is reported for the flag that makes the chain too long. */
export const depthProblems = (definitions: readonly Needing[]): readonly FlagProblem[] => {
  const [first, ...more] = tooDeepFlags(definitions)
  if (first === undefined) return []
  const which = more.length > 0 ? `${first} and ${more.length} more` : first
  return [
    {
      field: 'prerequisites',
      message: `must form chains of at most ${PREREQUISITE_DEPTH_MAX} flags; longer: ${which}`,
    },
  ]
}
