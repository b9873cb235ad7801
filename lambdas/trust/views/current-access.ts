import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactReads } from '../bundles/artifact-table.ts'

interface PageState {
  readonly org: string
  readonly hash: string
  readonly current: string
}

/**
 * Returns a function that applies the access on the current page to rows of an earlier page: bytes that are on request
 * now are on request there, too. For the current page, nothing is read and rows do not change.
 */
export const currentAccess = async (
  artifacts: Pick<ArtifactReads, 'listBundle'>,
  { org, hash, current }: PageState,
): Promise<(row: ArtifactRow) => ArtifactRow> => {
  const rows = hash === current ? [] : await artifacts.listBundle(org, current)
  const onRequest = new Set(rows.filter(({ access }) => access === 'request').map(({ content_hash }) => content_hash))
  return (row) => (onRequest.has(row.content_hash) ? { ...row, access: 'request' } : row)
}
