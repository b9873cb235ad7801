import { createHash } from 'node:crypto'
import type { Clock } from '@signet/kernel'
import { type ConversationFacts, segmentObjects } from './build-segment.ts'
import { type MergeInput, mergeParts } from './merge-parts.ts'
import type { SegmentBucket } from './segment-bucket.ts'
import type { SegmentCache } from './segment-cache.ts'
import type { LiveSegment, Removal, SegmentList } from './segment-list.ts'
import { versionName, versionsIn } from './version-name.ts'

/** For content that was added less than a day ago, the row of its conversation may not be written yet. */
const SETTLED_AFTER_MS = 24 * 3_600_000

/** Returns whether the rows of conversations show which of the segment's versions are current. */
const isSettled = ({ added_at }: LiveSegment, now: Date): boolean =>
  Date.parse(added_at) < now.getTime() - SETTLED_AFTER_MS

interface SupersededDeps {
  readonly cache: SegmentCache
  /** Returns the current versions by conversation. A conversation without an entry may still exist. */
  readonly currentVersions: (
    workspace: string,
    conversations: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  readonly space: string
  readonly now: Clock
}

/** Returns the first segment of another model whose current conversations are all in segments of the current model. */
const findSuperseded = async (
  { cache, currentVersions, space, now }: SupersededDeps,
  workspace: string,
  live: readonly LiveSegment[],
): Promise<LiveSegment | undefined> => {
  const otherSpaces = live.filter((row) => row.space !== space)
  if (otherSpaces.length === 0) return undefined
  const sameSpace = live.filter((row) => row.space === space)
  const versions = versionsIn(await Promise.all(sameSpace.map(({ id }) => cache.open(workspace, id))))
  for (const row of otherSpaces) {
    const segment = await cache.open(workspace, row.id)
    const missing = segment?.meta.conversations.filter((facts) => !versions.has(versionName(facts))) ?? []
    if (missing.length === 0) return row
    if (!isSettled(row, now())) continue
    const ids = missing.map(({ id }) => id)
    const current = await currentVersions(workspace, ids)
    if (missing.every(({ id, version }) => (current.get(id) ?? version) !== version)) return row
  }
  return undefined
}

/** This many segments of similar size are merged into one, so a window is rewritten once per eightfold growth. */
const MERGED_AT_ONCE = 8

/** Segments below this size are in one size class. */
const SMALL_SEGMENT_WINDOWS = 500

/** Larger segments are not merged again, because a function must be able to load and merge one in its memory. */
const WINDOWS_MAX = 60_000

/** Longer than any search, so that no search reads the objects of merged segments afterwards. */
const UNREAD_AFTER_MS = 10 * 60_000

export interface MergeDeps extends SupersededDeps {
  readonly list: SegmentList
  readonly bucket: SegmentBucket
}

export interface MergeOutcome {
  readonly merged: number
  readonly waiting: number
}

const sizeClass = ({ windows }: LiveSegment): number =>
  Math.max(0, Math.floor(Math.log(windows / SMALL_SEGMENT_WINDOWS) / Math.log(MERGED_AT_ONCE)) + 1)

/** Returns MERGED_AT_ONCE to twice as many segments of one size class; empty if no class has enough. */
const groupOf = (live: readonly LiveSegment[]): readonly LiveSegment[] => {
  const groups = Map.groupBy(live, (segment) => `${segment.space} ${sizeClass(segment)}`)
  for (const group of groups.values()) {
    const smallestFirst = group.toSorted((a, b) => a.windows - b.windows)
    let windows = 0
    const chosenSegments = smallestFirst.slice(0, MERGED_AT_ONCE * 2).filter((segment) => {
      windows += segment.windows
      return windows <= WINDOWS_MAX
    })
    if (chosenSegments.length >= MERGED_AT_ONCE) return chosenSegments
  }
  return []
}

const appliesTo = ({ removed_at }: Removal, { added_at }: LiveSegment): boolean => removed_at >= added_at

const findWithRemovals = async (
  { cache }: MergeDeps,
  workspace: string,
  live: readonly LiveSegment[],
  removals: readonly Removal[],
): Promise<LiveSegment | undefined> => {
  for (const row of live) {
    const removedIds = removals
      .filter((removal) => appliesTo(removal, row))
      .flatMap(({ conversations }) => conversations)
    if (removedIds.length === 0) continue
    const removed = new Set(removedIds)
    const segment = await cache.open(workspace, row.id)
    if (segment?.meta.conversations.some(({ id }) => removed.has(id))) return row
  }
  return undefined
}

const inputOf = async (
  { bucket, cache, currentVersions, now }: MergeDeps,
  workspace: string,
  row: LiveSegment,
  removals: readonly Removal[],
): Promise<MergeInput | undefined> => {
  const [segment, texts] = await Promise.all([
    cache.open(workspace, row.id),
    bucket.read(bucket.keysOf(workspace, row.id).texts),
  ])
  if (segment === undefined || texts === undefined) return undefined
  const removed = new Set(
    removals.filter((removal) => appliesTo(removal, row)).flatMap(({ conversations }) => conversations),
  )
  const ids = segment.meta.conversations.map(({ id }) => id)
  const current = isSettled(row, now()) ? await currentVersions(workspace, ids) : new Map<string, string>()
  const isKept = ({ id, version }: ConversationFacts): boolean =>
    !removed.has(id) && (current.get(id) ?? version) === version
  return { segment, texts, isKept }
}

/** Merges segments into one. Returns false without changes if one of them does not exist any more. */
const mergeGroup = async (
  deps: MergeDeps,
  workspace: string,
  group: readonly LiveSegment[],
  removals: readonly Removal[],
): Promise<boolean> => {
  const { list, bucket } = deps
  const inputs: MergeInput[] = []
  for (const row of group) {
    const input = await inputOf(deps, workspace, row, removals)
    if (input === undefined) return false
    inputs.push(input)
  }
  const { resident, texts, windows } = segmentObjects(mergeParts(inputs))
  if (windows === 0) return list.replace(workspace, group, undefined)
  // The id includes inputs and result: the same inputs may give another result after more removals, and a result may
  // equal one of its inputs.
  const idHash = createHash('sha256').update(JSON.stringify(group.map((row) => row.id)))
  const id = idHash.update(resident).update(texts).digest('hex').slice(0, 32)
  const keys = bucket.keysOf(workspace, id)
  await Promise.all([bucket.put(keys.resident, resident), bucket.put(keys.texts, texts)])
  // The newest time of the inputs: earlier removals are already applied to the result, later ones must still apply.
  const added_at = group.map((row) => row.added_at).reduce((a, b) => (a > b ? a : b))
  const { space = '' } = group[0] ?? {}
  return list.replace(workspace, group, { id, space, windows, bytes: resident.length, added_at })
}

/** Removes the objects of merged segments that no search reads. Returns how many segments must wait. */
const removeMergedObjects = async ({ list, bucket, now }: MergeDeps, workspace: string): Promise<number> => {
  const mergedRows = await list.merged(workspace)
  const live = new Set((await list.live(workspace)).map(({ id }) => id))
  const goneBefore = new Date(now().getTime() - UNREAD_AFTER_MS).toISOString()
  const unread = mergedRows.filter(({ gone_at }) => gone_at <= goneBefore)
  for (const { id } of unread) {
    const { resident, texts } = bucket.keysOf(workspace, id)
    if (!live.has(id)) await bucket.remove([resident, texts])
    await list.forgetMerged(workspace, id)
  }
  return mergedRows.length - unread.length
}

/**
 * Merges groups of segments until `signal` stops it. Drops removed and replaced content, and removes objects that no
 * search reads any more. Concurrent runs are harmless: of two equal merges the first one wins.
 */
export const mergeSegments = async (deps: MergeDeps, workspace: string, signal: AbortSignal): Promise<MergeOutcome> => {
  const { list } = deps
  let merged = 0
  while (!signal.aborted) {
    const [live, removals] = await Promise.all([list.live(workspace), list.removals(workspace)])
    const supersededSegment = await findSuperseded(deps, workspace, live)
    if (supersededSegment) {
      if (!(await list.replace(workspace, [supersededSegment], undefined))) break
      merged++
      continue
    }
    const segmentWithRemovals = await findWithRemovals(deps, workspace, live, removals)
    const group = segmentWithRemovals ? [segmentWithRemovals] : groupOf(live)
    if (group.length === 0) {
      for (const { id } of removals) await list.forgetRemoval(workspace, id)
      break
    }
    // Another worker was faster and continues with the remaining segments.
    if (!(await mergeGroup(deps, workspace, group, removals))) break
    merged += group.length
  }
  return { merged, waiting: await removeMergedObjects(deps, workspace) }
}
