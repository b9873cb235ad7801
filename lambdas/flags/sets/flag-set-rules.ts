import type { FieldError } from '@signet/contracts'
import { PATTERN_STATES_MAX, PREREQUISITE_DEPTH_MAX, patternStates, tooDeepFlags } from '@signet/flags/check'
import { abbreviatedList } from './abbreviated-list.ts'
import { dependentFlags } from './flag-uses.ts'
import { unmetErrors } from './prerequisite-uses.ts'
import type { StoredSnapshot } from './stored-flag.ts'

const depthErrors = (before: StoredSnapshot, after: StoredSnapshot): FieldError[] => {
  const tooDeepBefore = new Set(tooDeepFlags(before.flags))
  const newlyTooDeep = tooDeepFlags(after.flags).filter((key) => !tooDeepBefore.has(key))
  if (newlyTooDeep.length === 0) return []
  const message = `must form chains of at most ${PREREQUISITE_DEPTH_MAX} flags; longer: ${abbreviatedList(newlyTooDeep)}`
  return [{ field: 'prerequisites', message }]
}

/** Reports flags whose patterns have too many states after a write, because one evaluation would take too long. */
export const patternErrors = (
  before: StoredSnapshot,
  after: StoredSnapshot,
  changedKeys: readonly string[],
  field: string,
): FieldError[] => {
  const statesBefore = patternStates(before)
  const statesAfter = patternStates(after)
  const costly = dependentFlags(after, changedKeys).filter(
    (key) => statesAfter(key) > PATTERN_STATES_MAX && statesAfter(key) > statesBefore(key),
  )
  if (costly.length === 0) return []
  const costlyList = abbreviatedList(costly.map((key) => `${key} (${statesAfter(key)})`))
  const rule = `must not give a flag patterns of more than ${PATTERN_STATES_MAX} states`
  return [{ field, message: `${rule}, including those of its segments and prerequisites: ${costlyList}` }]
}

export const flagSetErrors = (before: StoredSnapshot, after: StoredSnapshot, key: string): FieldError[] => [
  ...depthErrors(before, after),
  ...unmetErrors(before, after, key),
  ...patternErrors(before, after, [key], 'rules'),
]
