import type { AttributeCondition, Condition, Segment } from '@signet/flags'

/** Looks into conditions, also through the segments that they name. */
export interface ConditionReader {
  /** Conditions on an attribute, each once. */
  leavesOf(conditions: readonly Condition[]): ReadonlySet<AttributeCondition>
  /** How many comparisons they take at most, when one after the other is asked. */
  costOf(conditions: readonly Condition[]): number
}

/** A set of words is looked up at once; other lists are gone through. */
const LOOKED_UP: readonly string[] = ['in', 'notIn']

const comparisons = ({ operator, value }: AttributeCondition): number =>
  Array.isArray(value) && !LOOKED_UP.includes(operator) ? Math.max(1, value.length) : 1

/** Conditions right within one; none within one on an attribute. */
const partsOf = (condition: Condition, segments: ReadonlyMap<string, Segment>): readonly Condition[] => {
  if ('all' in condition) return condition.all
  if ('any' in condition) return condition.any
  if ('not' in condition) return [condition.not]
  const segment = 'segment' in condition ? segments.get(condition.segment) : undefined
  return segment ? [segment.when] : []
}

/** A reader of conditions that have passed their check, over these segments. */
export const conditionReader = (list: readonly Segment[]): ConditionReader => {
  const segments = new Map(list.map((segment) => [segment.key, segment]))
  const costs = new Map<Condition, number>()

  const costOne = (condition: Condition): number => {
    if ('attribute' in condition) return comparisons(condition)
    const known = costs.get(condition)
    if (known !== undefined) return known
    const cost = costOf(partsOf(condition, segments))
    costs.set(condition, cost)
    return cost
  }
  const costOf = (conditions: readonly Condition[]): number =>
    conditions.reduce((sum, condition) => sum + costOne(condition), 0)

  const leavesOf = (conditions: readonly Condition[]): ReadonlySet<AttributeCondition> => {
    const leaves = new Set<AttributeCondition>()
    const seen = new Set<Condition>()
    const look = (condition: Condition): void => {
      if (seen.has(condition)) return
      seen.add(condition)
      if ('attribute' in condition) leaves.add(condition)
      else for (const part of partsOf(condition, segments)) look(part)
    }
    for (const condition of conditions) look(condition)
    return leaves
  }
  return { leavesOf, costOf }
}
