import { canonicalText } from '@signet/contracts'
import type { SegmentPreview } from '../contract/segments.ts'
import { dependentFlags } from './flag-uses.ts'
import { flagsUsingSegment } from './segment-uses.ts'
import { flagOf, type StoredFlag, type StoredSegment, type StoredSnapshot, segmentOf } from './stored-flag.ts'

/** Returns true if a flag returns the same value for all users, regardless of its rules and without a schedule. */
const isSwitchedOff = (flag: StoredFlag | undefined): boolean =>
  flag?.archived === true || (flag?.enabled === false && flag.schedule === undefined)

/**
 * Lists the flags whose values depend on a segment, directly or through a prerequisite. The number of affected users is
 * unknown: it is null if the value of some users may change, and 0 if no value can change.
 * @param segment the segment after the change; for a deletion, the current one
 */
export const previewSegment = (snapshot: StoredSnapshot, segment: StoredSegment): SegmentPreview => {
  const isSame = canonicalText(segmentOf(snapshot, segment.key)?.when ?? null) === canonicalText(segment.when)
  const flags = dependentFlags(snapshot, flagsUsingSegment(snapshot, segment.key)).map((key) => {
    const moved = isSame || isSwitchedOff(flagOf(snapshot, key)) ? 0 : null
    return { key, moved, movedPercent: moved, moves: [] }
  })
  const moved = flags.every((flag) => flag.moved === 0) ? 0 : null
  return { segment: segment as unknown as SegmentPreview['segment'], users: 0, moved, movedPercent: moved, flags }
}
