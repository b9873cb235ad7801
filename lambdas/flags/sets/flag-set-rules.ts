import type { FieldError } from '@signet/contracts'
import { PATTERN_STATES_MAX, PREREQUISITE_DEPTH_MAX, patternStates, tooDeepFlags } from '@signet/flags/check'
import { dependentFlags } from './flag-uses.ts'
import { listed } from './listed.ts'
import { unmetErrors } from './prerequisite-uses.ts'
import type { StoredSnapshot } from './stored-flag.ts'

const depthErrors = (before: StoredSnapshot, after: StoredSnapshot): FieldError[] => {
  const already = new Set(tooDeepFlags(before.flags))
  const deep = tooDeepFlags(after.flags).filter((key) => !already.has(key))
  if (deep.length === 0) return []
  const message = `must form chains of at most ${PREREQUISITE_DEPTH_MAX} flags; longer: ${listed(deep)}`
  return [{ field: 'prerequisites', message }]
}

/** Reports flags whose patterns, after a write, would exceed the time of one evaluation. */
export const patternErrors = (
  before: StoredSnapshot,
  after: StoredSnapshot,
  changedKeys: readonly string[],
  field: string,
): FieldError[] => {
  const was = patternStates(before)
  const becomes = patternStates(after)
  const costly = dependentFlags(after, changedKeys).filter(
    (key) => becomes(key) > PATTERN_STATES_MAX && becomes(key) > was(key),
  )
  if (costly.length === 0) return []
  const shown = listed(costly.map((key) => `${key} (${becomes(key)})`))
  const rule = `must not give a flag patterns of more than ${PATTERN_STATES_MAX} states`
  return [{ field, message: `${rule}, including those of its segments and prerequisites: ${shown}` }]
}

export const flagSetErrors = (before: StoredSnapshot, after: StoredSnapshot, key: string): FieldError[] => [
  ...depthErrors(before, after),
  ...unmetErrors(before, after, key),
  ...patternErrors(before, after, [key], 'rules'),
]
