import type { SegmentPreview } from '../contract/segments.ts'
import { madeUpUsers } from './made-up-users.ts'
import { type EvaluatorOf, movedUsers, percentOf } from './moved-users.ts'
import { stickyNames, USERS } from './preview-change.ts'
import { flagsNaming } from './segment-uses.ts'
import { type StoredFlag, type StoredSegment, type StoredSnapshot, withSegment } from './stored-flag.ts'

/** Beyond it a preview asks fewer users: what bounds its time. */
const QUESTIONS_MAX = 500_000

/** Flags whose rules name the segment, and those that need one of them, through however many. */
const flagsUsing = (snapshot: StoredSnapshot, segment: string): readonly StoredFlag[] => {
  const keys = new Set(flagsNaming(snapshot, segment))
  for (let known = -1; known !== keys.size; ) {
    known = keys.size
    for (const { key, prerequisites = [] } of snapshot.flags) {
      if (prerequisites.some(({ flag }) => keys.has(flag))) keys.add(key)
    }
  }
  return snapshot.flags.filter(({ key }) => keys.has(key))
}

/**
 * Which flags use a segment, and who would get another answer by its change. The made-up users have what the conditions of
 * those flags and of the segment, before and after, compare attributes with: they show which way users go, not how many
 * there are in real life.
 *
 * @param segment as the change leaves it; as it is, for one that goes.
 */
export const previewSegment = (
  evaluatorOf: EvaluatorOf,
  snapshot: StoredSnapshot,
  segment: StoredSegment,
): SegmentPreview => {
  const flags = flagsUsing(snapshot, segment.key)
  const after = withSegment(snapshot, segment.key, segment)
  const asked = [evaluatorOf(snapshot), evaluatorOf(after)] as const
  const users = Math.min(USERS, Math.floor(QUESTIONS_MAX / Math.max(1, flags.length)))
  const conditions = [flags.map(({ rules }) => rules), snapshot.segments.map(({ when }) => when), segment.when]
  const contexts = madeUpUsers(conditions, [...new Set(['user', ...flags.flatMap(stickyNames)])], users)
  const everybody = new Set<number>()
  const moved = flags.map(({ key }) => {
    const { who, moves } = movedUsers(asked, key, contexts)
    for (const i of who) everybody.add(i)
    return { key, moved: who.length, movedPercent: percentOf(who.length, users), moves }
  })
  return {
    segment: segment as unknown as SegmentPreview['segment'],
    users,
    moved: everybody.size,
    movedPercent: percentOf(everybody.size, users),
    flags: moved,
  }
}
