import type { Clock } from '@signet/kernel'
import type { SegmentCache } from './segment-cache.ts'
import type { LiveSegment } from './segment-list.ts'
import { versionName, versionsIn } from './version-name.ts'

/** For content added within a day, the row of its conversation may not be written yet. */
const SETTLED_AFTER_MS = 24 * 3_600_000

/** Whether the rows of conversations show which of the segment's versions are alive. */
export const isSettled = ({ added_at }: LiveSegment, now: Date): boolean =>
  Date.parse(added_at) < now.getTime() - SETTLED_AFTER_MS

export interface SupersededDeps {
  readonly cache: SegmentCache
  /** The current versions by conversation. A missing one is not known to be gone. */
  readonly currentVersions: (
    workspace: string,
    conversations: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>
  readonly space: string
  readonly now: Clock
}

/** The first segment of another model whose living conversations are all in segments of the present one. */
export const superseded = async (
  { cache, currentVersions, space, now }: SupersededDeps,
  workspace: string,
  live: readonly LiveSegment[],
): Promise<LiveSegment | undefined> => {
  const others = live.filter((row) => row.space !== space)
  if (others.length === 0) return undefined
  const inSpace = live.filter((row) => row.space === space)
  const held = versionsIn(await Promise.all(inSpace.map(({ id }) => cache.open(workspace, id))))
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
