import type { EvaluationContext, FlagDefinition, Prerequisite } from '../definition.ts'
import { groundedFlags } from '../prerequisite-depth.ts'
import type { FlagProgram } from './flag-program.ts'
import type { Outcome } from './outcome.ts'
import { runFlag } from './run-flag.ts'

interface PrerequisiteState {
  readonly program: FlagProgram
  round: number
  outcome: Outcome | undefined
}

const isMet = ({ variants, enabled = true }: Prerequisite, outcome: Outcome): boolean => {
  if (variants === undefined || variants.length === 0) return outcome.enabled === enabled
  return outcome.isGiven === enabled && variants.includes(outcome.evaluation.variant)
}

/** Evaluates the prerequisites of flags, each at most once per evaluation, whatever their dependencies. */
export const prerequisiteGate = (definitions: readonly FlagDefinition[]) => {
  const grounded = groundedFlags(definitions)
  const states = new Map<string, PrerequisiteState>()
  let depth = 0
  let round = 0

  const outcomeOf = (flag: PrerequisiteState, context: EvaluationContext): Outcome => {
    if (flag.round === round && flag.outcome) return flag.outcome
    const outcome = runFlag(flag.program, context)
    flag.round = round
    flag.outcome = outcome
    return outcome
  }

  const holds = (prerequisites: readonly Prerequisite[], context: EvaluationContext): boolean => {
    for (const prerequisite of prerequisites) {
      const flag = states.get(prerequisite.flag)
      if (!flag || !isMet(prerequisite, outcomeOf(flag, context))) return false
    }
    return true
  }

  return {
    /** Must be called for every flag after it is compiled. */
    add: (key: string, program: FlagProgram): void => {
      states.set(key, { program, round: -1, outcome: undefined })
    },
    of: ({ key, prerequisites = [] }: FlagDefinition) => {
      if (prerequisites.length === 0) return undefined
      if (!grounded.has(key)) return () => false
      return (context: EvaluationContext): boolean => {
        if (depth === 0) round += 1
        depth += 1
        try {
          return holds(prerequisites, context)
        } finally {
          depth -= 1
        }
      }
    },
  }
}
