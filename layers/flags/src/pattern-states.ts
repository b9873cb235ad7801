import type { Condition, FlagSnapshot } from './definition.ts'
import { MAX_PATTERN_STEPS, patternSize } from './pattern/compile-pattern.ts'

/**
 * Maximum number of states (RE2 instructions) of all patterns of one evaluation; equals the limit of one pattern. Each
 * state costs up to 17 ns for each of 512 characters, so 2.6 ms of the 5 ms that an evaluation may take.
 */
export const PATTERN_STATES_MAX = MAX_PATTERN_STEPS

/**
 * Returns the number of states of the patterns in conditions. `ofSegment` returns the number of a segment's states.
 */
export const statesIn = (conditions: readonly Condition[], ofSegment: (key: string) => number = () => 0): number =>
  conditions.reduce((sum, condition) => sum + statesOf(condition, ofSegment), 0)

const statesOf = (condition: Condition, ofSegment: (key: string) => number): number => {
  if ('all' in condition) return statesIn(condition.all, ofSegment)
  if ('any' in condition) return statesIn(condition.any, ofSegment)
  if ('not' in condition) return statesOf(condition.not, ofSegment)
  if ('segment' in condition) return ofSegment(condition.segment)
  const { operator, value } = condition
  return operator === 'regex' && typeof value === 'string' ? patternSize(value) : 0
}

/**
 * Returns a function that maps a flag's key to the number of pattern states that one evaluation may match: those of the
 * flag, of each use of a segment, and of every prerequisite. The snapshot must have passed `checkSnapshot`.
 */
export const patternStates = ({ flags, segments }: FlagSnapshot): ((key: string) => number) => {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]))
  const segmentOf = new Map(segments.map((segment) => [segment.key, segment]))
  const statesBySegment = new Map<string, number>()
  const statesOfSegment = (key: string): number => {
    const segment = segmentOf.get(key)
    const states = statesBySegment.get(key) ?? (segment ? statesIn([segment.when]) : 0)
    statesBySegment.set(key, states)
    return states
  }
  const statesByFlag = new Map<string, number>()
  const ownStates = (key: string): number => {
    const { rules = [], schedule = [] } = byKey.get(key) ?? {}
    const phases = [rules, ...schedule.map(({ set }) => set.rules ?? [])]
    const states = statesByFlag.get(key) ?? Math.max(...phases.map((phase) => statesIn(phase, statesOfSegment)))
    statesByFlag.set(key, states)
    return states
  }
  return (key) => {
    const flagAndPrerequisites = new Set([key])
    for (const each of flagAndPrerequisites)
      for (const { flag } of byKey.get(each)?.prerequisites ?? []) flagAndPrerequisites.add(flag)
    return [...flagAndPrerequisites].reduce((sum, each) => sum + ownStates(each), 0)
  }
}
