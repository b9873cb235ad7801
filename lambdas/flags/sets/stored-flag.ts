import { type FlagDefinition, type FlagSnapshot, type Segment, settleSchedule } from '@signet/flags'

/** A flag as the admin service keeps it: the library's, with when it was made and changed. */
export interface StoredFlag extends FlagDefinition {
  readonly description: string
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** A segment as the admin service keeps it. */
export interface StoredSegment extends Segment {
  /** That of the set when it was written. */
  readonly version: number
}

/** What propagates is all there is: flags are read from it and changed in it. */
export interface StoredSnapshot extends FlagSnapshot {
  readonly flags: readonly StoredFlag[]
  readonly segments: readonly StoredSegment[]
}

/** A snapshot as it was unpacked. Segments that were stored before they had versions are at version 1. */
export const storedSnapshot = (unpacked: FlagSnapshot): StoredSnapshot => ({
  ...(unpacked as StoredSnapshot),
  segments: unpacked.segments.map((segment) => ({ ...segment, version: segment.version ?? 1 })),
})

/** What schedules have brought about by now is what a write starts from: it must not come back over it. */
export const settled = (snapshot: StoredSnapshot, now: Date): StoredSnapshot => ({
  ...snapshot,
  flags: snapshot.flags.map((flag) => settleSchedule(flag, now)),
})

export const emptySnapshot: StoredSnapshot = { version: 0, flags: [], segments: [] }

/** The flag with this key, if there is one. */
export const flagOf = ({ flags }: StoredSnapshot, key: string): StoredFlag | undefined =>
  flags.find((flag) => flag.key === key)

/** The list with one item put in its place by key, or removed. */
const withItem = <T extends { readonly key: string }>(list: readonly T[], key: string, item: T | undefined): T[] =>
  [...list.filter((other) => other.key !== key), ...(item ? [item] : [])].sort((a, b) => (a.key < b.key ? -1 : 1))

/** The snapshot with one flag put in its place by key, or removed. */
export const withFlag = (snapshot: StoredSnapshot, key: string, flag: StoredFlag | undefined): StoredSnapshot => ({
  ...snapshot,
  flags: withItem(snapshot.flags, key, flag),
})

/** The segment with this key, if there is one. */
export const segmentOf = ({ segments }: StoredSnapshot, key: string): StoredSegment | undefined =>
  segments.find((segment) => segment.key === key)

/** The snapshot with one segment put in its place by key, or removed. */
export const withSegment = (
  snapshot: StoredSnapshot,
  key: string,
  segment: StoredSegment | undefined,
): StoredSnapshot => ({ ...snapshot, segments: withItem(snapshot.segments, key, segment) })
