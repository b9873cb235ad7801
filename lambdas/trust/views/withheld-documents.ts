import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactReads } from '../bundles/artifact-table.ts'

interface PageState {
  readonly org: string
  readonly hash: string
  readonly current: string
}

/**
 * What the page of today gives on request: an earlier page gives the same bytes on request, too. Nothing is read for the page of today,
 * whose artifacts say it themselves.
 */
export const withheldToday = async (
  artifacts: Pick<ArtifactReads, 'bundle'>,
  { org, hash, current }: PageState,
): Promise<(row: ArtifactRow) => ArtifactRow> => {
  const rows = hash === current ? [] : await artifacts.bundle(org, current)
  const held = new Set(rows.filter(({ access }) => access === 'request').map(({ content_hash }) => content_hash))
  return (row) => (held.has(row.content_hash) ? { ...row, access: 'request' } : row)
}
