import type { EvaluationContext, FlagDefinition, Prerequisite } from '../definition.ts'
import { groundedFlags } from '../prerequisite-depth.ts'
import type { FlagProgram } from './flag-program.ts'
import type { Outcome } from './outcome.ts'
import { runFlag } from './run-flag.ts'

interface PrerequisiteState {
  readonly program: FlagProgram
  /** Number of the evaluation to which `outcome` belongs. */
  round: number
  outcome: Outcome | undefined
}

const isMet = ({ variants, enabled = true }: Prerequisite, outcome: Outcome): boolean => {
  if (variants === undefined || variants.length === 0) return outcome.enabled === enabled
  return outcome.isAssigned === enabled && variants.includes(outcome.evaluation.variant)
}

/** Evaluates the prerequisites of flags, each at most once per evaluation even if several flags need it. */
export const prerequisiteGate = (definitions: readonly FlagDefinition[]) => {
  const grounded = groundedFlags(definitions)
  const states = new Map<string, PrerequisiteState>()
  let depth = 0
  let round = 0

  const outcomeOf = (state: PrerequisiteState, context: EvaluationContext): Outcome => {
    if (state.round === round && state.outcome) return state.outcome
    const outcome = runFlag(state.program, context)
    state.round = round
    state.outcome = outcome
    return outcome
  }

  const areMet = (prerequisites: readonly Prerequisite[], context: EvaluationContext): boolean => {
    for (const prerequisite of prerequisites) {
      const state = states.get(prerequisite.flag)
      if (!state || !isMet(prerequisite, outcomeOf(state, context))) return false
    }
    return true
  }

  return {
    /** Must be called for every flag after it is compiled. */
    add: (key: string, program: FlagProgram): void => {
      states.set(key, { program, round: -1, outcome: undefined })
    },
    testOf: ({ key, prerequisites = [] }: FlagDefinition) => {
      if (prerequisites.length === 0) return undefined
      if (!grounded.has(key)) return () => false
      return (context: EvaluationContext): boolean => {
        if (depth === 0) round += 1
        depth += 1
        try {
          return areMet(prerequisites, context)
        } finally {
          depth -= 1
        }
      }
    },
  }
}
