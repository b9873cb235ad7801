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
  const message = `must lead through at most ${PREREQUISITE_DEPTH_MAX} flags; ${listed(deep)} would need more`
  return [{ field: 'prerequisites', message }]
}

/** Flags that a write makes match more patterns than one evaluation has time for. */
export const patternErrors = (
  before: StoredSnapshot,
  after: StoredSnapshot,
  written: readonly string[],
  field: string,
): FieldError[] => {
  const was = patternStates(before)
  const becomes = patternStates(after)
  const costly = dependentFlags(after, written).filter(
    (key) => becomes(key) > PATTERN_STATES_MAX && becomes(key) > was(key),
  )
  if (costly.length === 0) return []
  const shown = listed(costly.map((key) => `${key} (${becomes(key)})`))
  const rule = `must leave flags patterns of at most ${PATTERN_STATES_MAX} states`
  return [{ field, message: `${rule}, those of their segments and prerequisites counted: ${shown}` }]
}

export const flagsTogetherErrors = (before: StoredSnapshot, after: StoredSnapshot, key: string): FieldError[] => [
  ...depthErrors(before, after),
  ...unmetErrors(before, after, key),
  ...patternErrors(before, after, [key], 'rules'),
]
