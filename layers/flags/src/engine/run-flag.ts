import { partIndexOf, pointOf } from '../bucketing/bucketing.ts'
import type { EvaluationContext } from '../definition.ts'
import { momentOf, type StickyReader, stickyText } from './attribute.ts'
import { textOf } from './compile-operator.ts'
import type { FlagProgram, PhaseProgram, RuleProgram, Share, WeightedOutcomes } from './flag-program.ts'
import type { Outcome } from './outcome.ts'

const idOf = (read: StickyReader | undefined, context: EvaluationContext): string | undefined => {
  if (read !== undefined) return read(context)
  const { user } = context
  return typeof user === 'string' && user !== '' ? user : stickyText(user)
}

const isInShare = (share: Share, id: string): boolean => {
  const { foreign } = share
  return foreign === undefined ? pointOf(share, id) < share.limit : foreign(id)
}

const weightedOutcome = (weighted: WeightedOutcomes, id: string): Outcome | undefined => {
  const { foreign } = weighted
  const outcome =
    foreign === undefined ? weighted.parts[partIndexOf(weighted, weighted.limits, id)] : weighted.outcomes[foreign(id)]
  return outcome ?? weighted.unweighted
}

/** Returns the outcome of a matching rule; undefined if the next rule must be evaluated. */
const ruleOutcome = (rule: RuleProgram, context: EvaluationContext): Outcome | undefined => {
  const { share, weighted } = rule
  if (share !== undefined) {
    const id = idOf(share.read, context)
    if (id === undefined || !isInShare(share, id)) return undefined
  }
  if (weighted === undefined) return rule.outcome
  const id = idOf(weighted.read, context)
  return id === undefined ? undefined : weightedOutcome(weighted, id)
}

/**
 * Returns the outcome of the first matching rule whose rollout includes the user. Consecutive rules with the same
 * attribute read it once.
 */
const outcomeOfRules = (rules: readonly RuleProgram[], context: EvaluationContext): Outcome | undefined => {
  let name = ''
  let value: unknown
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i] as RuleProgram
    const { attribute } = rule
    let isMatch: boolean
    if (attribute === undefined) isMatch = rule.matches(context)
    else {
      if (attribute !== name) {
        name = attribute
        value = context[attribute]
      }
      if (typeof value !== 'string') isMatch = rule.otherwise?.(value) === true
      else isMatch = rule.texts === undefined ? value === rule.text : rule.texts.has(value)
    }
    if (!isMatch) continue
    const hit = ruleOutcome(rule, context)
    if (hit !== undefined) return hit
  }
  return undefined
}

const outcomeOfBody = (phase: PhaseProgram, context: EvaluationContext): Outcome => {
  const { share, weighted } = phase
  if (share !== undefined) {
    const id = idOf(share.read, context)
    if (id === undefined) return phase.missing
    if (!isInShare(share, id)) return phase.outside
  }
  if (weighted === undefined) return phase.outcome
  const id = idOf(weighted.read, context)
  if (id === undefined) return phase.missing
  return weightedOutcome(weighted, id) ?? phase.outside
}

const overrideOutcome = ({ users, tenants }: PhaseProgram, context: EvaluationContext): Outcome | undefined => {
  const userOutcome = users?.get(textOf(context.user))
  return userOutcome ?? tenants?.get(textOf(context.tenant))
}

const runPhase = (phase: PhaseProgram, context: EvaluationContext): Outcome => {
  if (phase.constant !== undefined) return phase.constant
  if (phase.users !== undefined || phase.tenants !== undefined) {
    const outcome = overrideOutcome(phase, context)
    if (outcome !== undefined) return outcome
  }
  if (phase.arePrerequisitesMet !== undefined && !phase.arePrerequisitesMet(context)) return phase.unmet
  if (phase.rules.length > 0) {
    const outcome = outcomeOfRules(phase.rules, context)
    if (outcome !== undefined) return outcome
  }
  return outcomeOfBody(phase, context)
}

/** Evaluates a flag for a context; allocates nothing. */
export const runFlag = (flag: FlagProgram, context: EvaluationContext): Outcome => {
  const { later, starts } = flag
  if (later === undefined) return runPhase(flag, context)
  const moment = momentOf(context, flag.now)
  let phase = 0
  while (phase < starts.length && moment >= (starts[phase] ?? 0)) phase += 1
  return runPhase(phase === 0 ? flag : (later[phase - 1] as PhaseProgram), context)
}
