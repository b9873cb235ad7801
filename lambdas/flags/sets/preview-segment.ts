import { isDeepStrictEqual } from 'node:util'
import type { Condition, EvaluationContext, Segment } from '@signet/flags'
import type { SegmentPreview } from '../contract/segments.ts'
import { type ConditionReader, conditionReader } from './condition-reader.ts'
import { areTold, madeUpUsers } from './made-up-users.ts'
import { type EvaluatorOf, movedUsers, percentOf } from './moved-users.ts'
import { stickyNames, USERS } from './preview-change.ts'
import { flagsNaming } from './segment-uses.ts'
import { type StoredFlag, type StoredSegment, type StoredSnapshot, segmentOf, withSegment } from './stored-flag.ts'

/** Comparisons, before and after together, beyond which a preview asks fewer users: what bounds its time. */
export const COMPARISONS_MAX = 10_000_000

/** What a question takes beside its conditions, in comparisons. */
const QUESTION_COST = 10

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

/** Rules that a flag's answer hangs on: its own and those of the flags that it needs, through however many. */
const rulesBehind = (flags: ReadonlyMap<string, StoredFlag>, flag: StoredFlag): readonly Condition[] => {
  const behind = new Set([flag])
  for (const { prerequisites = [] } of behind) {
    for (const needed of prerequisites) {
      const found = flags.get(needed.flag)
      if (found) behind.add(found)
    }
  }
  return [...behind].flatMap(({ rules = [] }) => rules)
}

interface UsingFlag {
  readonly flag: StoredFlag
  readonly rules: readonly Condition[]
}

const usersAsked = (using: readonly UsingFlag[], readers: readonly ConditionReader[]): number => {
  const each = readers.flatMap(({ costOf }) => using.map(({ rules }) => QUESTION_COST + costOf(rules)))
  const cost = each.reduce((sum, one) => sum + one, 0)
  return Math.max(1, Math.min(USERS, Math.floor(COMPARISONS_MAX / Math.max(1, cost))))
}

/** A set in which one flag says who is in the segment. */
const membership = (segment: Segment) => ({
  version: 1,
  flags: [
    {
      key: segment.key,
      type: 'boolean',
      enabled: true,
      rules: [{ segment: segment.key, result: true }],
      default: false,
      salt: 'membership',
      bucketing: 'v1',
      version: 1,
    } as const,
  ],
  segments: [segment],
})

/** Whether somebody of these users comes or goes by the change. */
const comeOrGo = (
  evaluatorOf: EvaluatorOf,
  before: Segment,
  after: Segment,
  contexts: readonly EvaluationContext[],
): boolean => {
  const asked = [evaluatorOf(membership(before)), evaluatorOf(membership(after))] as const
  return movedUsers(asked, after.key, contexts).who.length > 0
}

/**
 * Which flags use a segment, and who would get another answer by its change. The made-up users have what the conditions of
 * those flags and of the segment, before and after, compare attributes with: they show which way users go, not how many
 * there are in real life. Where none of them moves though others could, because nobody could be made up for whom a
 * condition holds, or does not, null is said instead of 0.
 *
 * @param segment as the change leaves it; as it is, for one that goes.
 */
export const previewSegment = (
  evaluatorOf: EvaluatorOf,
  snapshot: StoredSnapshot,
  segment: StoredSegment,
): SegmentPreview => {
  const after = withSegment(snapshot, segment.key, segment)
  const before = segmentOf(snapshot, segment.key)
  const known = new Map(snapshot.flags.map((flag) => [flag.key, flag]))
  const using = flagsUsing(snapshot, segment.key).map((flag) => ({ flag, rules: rulesBehind(known, flag) }))
  const readers = [snapshot, after].map(({ segments }) => conditionReader(segments))
  const leavesOf = (conditions: readonly Condition[]) =>
    new Set(readers.flatMap((reader) => [...reader.leavesOf(conditions)]))
  const users = usersAsked(using, readers)
  const ids = [...new Set(['user', ...using.flatMap(({ flag }) => stickyNames(flag))])]
  const contexts = madeUpUsers(leavesOf(using.flatMap(({ rules }) => rules)), ids, users)

  const isSame = before !== undefined && isDeepStrictEqual(before.when, segment.when)
  const isSeen = before !== undefined && !isSame && comeOrGo(evaluatorOf, before, segment, contexts)
  const isSure = ({ flag, rules }: UsingFlag): boolean =>
    isSame ||
    (!flag.enabled && !flag.schedule) ||
    (isSeen && [...leavesOf(rules)].every((leaf) => areTold(contexts, leaf)))
  const asked = [evaluatorOf(snapshot), evaluatorOf(after)] as const
  const everybody = new Set<number>()
  const flags = using.map((each) => {
    const { key } = each.flag
    const { who, moves } = movedUsers(asked, key, contexts)
    for (const i of who) everybody.add(i)
    const isKnown = who.length > 0 || isSure(each)
    return {
      key,
      moved: isKnown ? who.length : null,
      movedPercent: isKnown ? percentOf(who.length, users) : null,
      moves,
    }
  })
  const isKnown = everybody.size > 0 || flags.every(({ moved }) => moved !== null)
  return {
    segment: segment as unknown as SegmentPreview['segment'],
    users,
    moved: isKnown ? everybody.size : null,
    movedPercent: isKnown ? percentOf(everybody.size, users) : null,
    flags,
  }
}
