import { checkSegment, type Segment } from '@signet/flags'
import { invalidInput, notFound, Refusal, refusal } from '@signet/kernel'
import { versionConflict } from './flag-changes.ts'
import { patternErrors } from './flag-set-rules.ts'
import { flagsUsingSegment } from './segment-uses.ts'
import type { SegmentWrite } from './set-write.ts'
import { type StoredSegment, type StoredSnapshot, segmentOf, withSegment } from './stored-flag.ts'

/** The base of a segment change: `absent` for a new segment, `any` for any version, or a version. */
export type SegmentBase = 'absent' | 'any' | number

const existingSegment = (
  snapshot: StoredSnapshot,
  key: string,
  base: SegmentBase,
): StoredSegment | Refusal<'not_found' | 'version_conflict'> => {
  const segment = segmentOf(snapshot, key)
  if (!segment) return notFound('The segment does not exist')
  const { version } = segment
  if (typeof base === 'number' && base !== version) {
    return versionConflict(`The segment is now at version ${version}: read it again`, version)
  }
  return segment
}

/** Creates or changes a segment. Returns 404, or 409 if the version does not match. @throws Refusal 400 */
export const planSegmentPut = (
  snapshot: StoredSnapshot,
  segment: Segment,
  base: SegmentBase,
): SegmentWrite | Refusal<'not_found' | 'version_conflict'> => {
  const { key } = segment
  const errors = checkSegment(segment)
  if (errors.length > 0) throw invalidInput(errors)
  if (base !== 'absent') {
    const before = existingSegment(snapshot, key, base)
    if (before instanceof Refusal) return before
  } else {
    const version = segmentOf(snapshot, key)?.version
    if (version !== undefined) {
      return versionConflict(`The segment ${key} exists at version ${version}: send this version to change it`, version)
    }
  }
  const after = withSegment(snapshot, key, { ...segment, version: 0 })
  const costly = patternErrors(snapshot, after, flagsUsingSegment(snapshot, key), 'when')
  if (costly.length > 0) throw invalidInput(costly)
  return { key, action: 'segment_written', segment }
}

export const planSegmentRemoval = (
  snapshot: StoredSnapshot,
  key: string,
  base: SegmentBase,
): SegmentWrite | Refusal<'not_found' | 'version_conflict' | 'segment_in_use'> => {
  const before = existingSegment(snapshot, key, base)
  if (before instanceof Refusal) return before
  const flags = flagsUsingSegment(snapshot, key)
  if (flags.length > 0) {
    return refusal('segment_in_use', `Rules of these flags use ${key}: ${flags.join(', ')}`, { extras: { flags } })
  }
  return { key, action: 'segment_deleted', segment: undefined }
}
