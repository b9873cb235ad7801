import { type FlagDefinition, type FlagSnapshot, type Segment, settleSchedule } from '@signet/flags'

export interface StoredFlag extends FlagDefinition {
  readonly description: string
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
}

export interface StoredSegment extends Segment {
  readonly version: number
}

/** All flags and segments of a set. The snapshot is their only store, so reads and changes use it. */
export interface StoredSnapshot extends FlagSnapshot {
  readonly flags: readonly StoredFlag[]
  readonly segments: readonly StoredSegment[]
}

/** Converts an unpacked snapshot. Segments that were stored without a version get version 1. */
export const storedSnapshot = (unpacked: FlagSnapshot): StoredSnapshot => ({
  ...(unpacked as StoredSnapshot),
  segments: unpacked.segments.map((segment) => ({ ...segment, version: segment.version ?? 1 })),
})

/**
 * Applies the schedule steps that are due. A write starts from the result, so that no step is applied again after it.
 */
export const settledSnapshot = (snapshot: StoredSnapshot, now: Date): StoredSnapshot => ({
  ...snapshot,
  flags: snapshot.flags.map((flag) => settleSchedule(flag, now)),
})

export const emptySnapshot: StoredSnapshot = { version: 0, flags: [], segments: [] }

export const flagOf = ({ flags }: StoredSnapshot, key: string): StoredFlag | undefined =>
  flags.find((flag) => flag.key === key)

const withItem = <T extends { readonly key: string }>(list: readonly T[], key: string, item: T | undefined): T[] =>
  [...list.filter((other) => other.key !== key), ...(item ? [item] : [])].sort((a, b) => (a.key < b.key ? -1 : 1))

export const withFlag = (snapshot: StoredSnapshot, key: string, flag: StoredFlag | undefined): StoredSnapshot => ({
  ...snapshot,
  flags: withItem(snapshot.flags, key, flag),
})

export const segmentOf = ({ segments }: StoredSnapshot, key: string): StoredSegment | undefined =>
  segments.find((segment) => segment.key === key)

export const withSegment = (
  snapshot: StoredSnapshot,
  key: string,
  segment: StoredSegment | undefined,
): StoredSnapshot => ({ ...snapshot, segments: withItem(snapshot.segments, key, segment) })
