import type { Clock } from '@signet/kernel'
import { heldIn, versionName } from './held.ts'
import type { SegmentCache } from './segment-cache.ts'
import type { LiveSegment } from './segment-list.ts'

/** What was added within a day may be waiting for the row of its conversation to be written. */
const SETTLED_AFTER_MS = 24 * 3_600_000

/** Whether the rows of conversations tell which of the segment's versions are alive. */
export const isSettled = ({ added_at }: LiveSegment, now: Date): boolean =>
  Date.parse(added_at) < now.getTime() - SETTLED_AFTER_MS

/** What tells whether a segment is needed. */
export interface SupersededDeps {
  readonly cache: SegmentCache
  /** Which versions are the current ones, by conversation; one that is not there is not known to be gone. */
  readonly currentVersions: (
    workspace: string,
    conversations: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  /** Of the vectors that are made now. */
  readonly space: string
  readonly now: Clock
}

/** The first segment of another model all of whose living conversations stand in segments of the present one. */
export const superseded = async (
  { cache, currentVersions, space, now }: SupersededDeps,
  workspace: string,
  live: readonly LiveSegment[],
): Promise<LiveSegment | undefined> => {
  const others = live.filter((row) => row.space !== space)
  if (others.length === 0) return undefined
  const own = live.filter((row) => row.space === space)
  const held = heldIn(await Promise.all(own.map(({ id }) => cache.open(workspace, id))))
  for (const row of others) {
    const segment = await cache.open(workspace, row.id)
    const lost = segment?.meta.conversations.filter((facts) => !held.has(versionName(facts))) ?? []
    if (lost.length === 0) return row
    if (!isSettled(row, now())) continue
    const ids = lost.map(({ id }) => id)
    const current = await currentVersions(workspace, ids)
    if (lost.every(({ id, version }) => (current.get(id) ?? version) !== version)) return row
  }
  return undefined
}
