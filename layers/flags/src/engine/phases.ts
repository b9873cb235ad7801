import { reallocate, reallocateRules } from '../bucketing/allocation.ts'
import type { FlagDefinition, ScheduledChange } from '../definition.ts'

/** Returns allocation and rules after a scheduled change. The fewest possible users move. */
const scheduledAllocations = (before: FlagDefinition, { set }: ScheduledChange): Partial<FlagDefinition> => {
  const { variants, rules, allocation } = set
  const earlier = before.allocation ?? reallocate(undefined, before.variants ?? [])
  const next = allocation ?? (variants && before.bucketing === 'v1' ? reallocate(earlier, variants) : undefined)
  return {
    ...(next ? { allocation: next } : {}),
    ...(rules ? { rules: reallocateRules(rules, before.rules, before.bucketing) } : {}),
  }
}

/** Returns the flag before its first scheduled change, then after each change. */
export const phasesOf = (definition: FlagDefinition): readonly FlagDefinition[] => {
  const phases = [definition]
  for (const change of definition.schedule ?? []) {
    const before = phases.at(-1) ?? definition
    const phase = { ...before, ...change.set, ...scheduledAllocations(before, change) }
    const { allocation, ...withoutAllocation } = phase
    phases.push(allocation?.length ? phase : withoutAllocation)
  }
  return phases
}
