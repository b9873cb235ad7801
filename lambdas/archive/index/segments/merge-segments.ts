import { createHash } from 'node:crypto'
import { segmentKeys } from '../../storage/object-keys.ts'
import { type ConversationFacts, segmentObjects } from './build-segment.ts'
import { type MergeInput, mergeParts } from './merge-parts.ts'
import type { SegmentBucket } from './segment-bucket.ts'
import type { LiveSegment, Removal, SegmentList } from './segment-list.ts'
import { isSettled, type SupersededDeps, superseded } from './superseded.ts'

/** So many segments of about one size make a larger one: each window is written again once a step of eight. */
const MERGED_AT_ONCE = 8
const SMALLEST = 500

/** Larger ones stay as they are; one is loaded, and merged, in the memory of a function. */
const WINDOWS_MAX = 60_000

/** No search takes so long: objects of segments that were merged away are then unread. */
const UNREAD_AFTER_MS = 10 * 60_000

export interface MergeDeps extends SupersededDeps {
  readonly list: SegmentList
  readonly bucket: SegmentBucket
}

/** What was done: whether there may be more, and whether objects wait to be removed. */
export interface MergeOutcome {
  readonly merged: number
  readonly waiting: number
}

const sizeClass = ({ windows }: LiveSegment): number =>
  Math.max(0, Math.floor(Math.log(windows / SMALLEST) / Math.log(MERGED_AT_ONCE)) + 1)

/** The first group that is worth a merge. */
const groupOf = (live: readonly LiveSegment[]): readonly LiveSegment[] => {
  const groups = Map.groupBy(live, (segment) => `${segment.space} ${sizeClass(segment)}`)
  for (const group of groups.values()) {
    const small = group.toSorted((a, b) => a.windows - b.windows)
    let windows = 0
    const chosen = small.slice(0, MERGED_AT_ONCE * 2).filter((segment) => {
      windows += segment.windows
      return windows <= WINDOWS_MAX
    })
    if (chosen.length >= MERGED_AT_ONCE) return chosen
  }
  return []
}

const hits = ({ removed_at }: Removal, { added_at }: LiveSegment): boolean => removed_at >= added_at

/** The first segment that holds something removed. */
const withRemovals = async (
  { cache }: MergeDeps,
  workspace: string,
  live: readonly LiveSegment[],
  removals: readonly Removal[],
): Promise<LiveSegment | undefined> => {
  for (const row of live) {
    const own = removals.filter((removal) => hits(removal, row)).flatMap(({ conversations }) => conversations)
    if (own.length === 0) continue
    const removed = new Set(own)
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
    bucket.read(segmentKeys(workspace, row.id).texts),
  ])
  if (segment === undefined || texts === undefined) return undefined
  const removed = new Set(
    removals.filter((removal) => hits(removal, row)).flatMap(({ conversations }) => conversations),
  )
  const ids = segment.meta.conversations.map(({ id }) => id)
  const current = isSettled(row, now()) ? await currentVersions(workspace, ids) : new Map<string, string>()
  const stays = ({ id, version }: ConversationFacts): boolean =>
    !removed.has(id) && (current.get(id) ?? version) === version
  return { segment, texts, stays }
}

/** Makes one segment of some. false: one of them is gone, and nothing was done. */
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
  if (windows === 0) return list.swap(workspace, group, undefined)
  // What was dropped differs from run to run, and so does what the same inputs make; and it may be what one of them was.
  const from = createHash('sha256').update(JSON.stringify(group.map((row) => row.id)))
  const id = from.update(resident).update(texts).digest('hex').slice(0, 32)
  const keys = segmentKeys(workspace, id)
  await Promise.all([bucket.put(keys.resident, resident), bucket.put(keys.texts, texts)])
  // The newest of them: what was removed before it is not in there any more, what is removed later still counts.
  const added_at = group.map((row) => row.added_at).reduce((a, b) => (a > b ? a : b))
  const { space = '' } = group[0] ?? {}
  return list.swap(workspace, group, { id, space, windows, bytes: resident.length, added_at })
}

const removeGone = async ({ list, bucket, now }: MergeDeps, workspace: string): Promise<number> => {
  const gone = await list.gone(workspace)
  const live = new Set((await list.live(workspace)).map(({ id }) => id))
  const before = new Date(now().getTime() - UNREAD_AFTER_MS).toISOString()
  const unread = gone.filter(({ gone_at }) => gone_at <= before)
  for (const { id } of unread) {
    const { resident, texts } = segmentKeys(workspace, id)
    if (!live.has(id)) await bucket.remove([resident, texts])
    await list.forgetGone(workspace, id)
  }
  return gone.length - unread.length
}

/**
 * Merges what is worth it, one group after the other until `signal` says to stop, drops what was removed or replaced, and
 * removes objects that nobody reads any more. Two at once do no harm: of two that merge the same the first wins.
 */
export const mergeSegments = async (deps: MergeDeps, workspace: string, signal: AbortSignal): Promise<MergeOutcome> => {
  const { list } = deps
  let merged = 0
  while (!signal.aborted) {
    const [live, removals] = await Promise.all([list.live(workspace), list.removals(workspace)])
    const old = await superseded(deps, workspace, live)
    if (old) {
      if (!(await list.swap(workspace, [old], undefined))) break
      merged++
      continue
    }
    const dirty = await withRemovals(deps, workspace, live, removals)
    const group = dirty ? [dirty] : groupOf(live)
    if (group.length === 0) {
      for (const { id } of removals) await list.forgetRemoval(workspace, id)
      break
    }
    // Somebody else was at it: whoever asked for that merge goes on.
    if (!(await mergeGroup(deps, workspace, group, removals))) break
    merged += group.length
  }
  return { merged, waiting: await removeGone(deps, workspace) }
}
