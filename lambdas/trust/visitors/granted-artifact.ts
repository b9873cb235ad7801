import type { Clock } from '@signet/kernel'
import type { ArtifactRow } from '../bundles/artifact-objects.ts'
import type { ArtifactTable } from '../bundles/artifact-table.ts'
import type { RequestLinks } from '../requests/request-links.ts'
import { type RequestRow, type RequestTables, stateOf } from '../requests/request-table.ts'
import { isAskedFor } from '../requests/same-artifact.ts'

export interface GrantedDeps {
  readonly links: Pick<RequestLinks, 'find'>
  readonly tables: Pick<RequestTables, 'requests'>
  readonly artifacts: Pick<ArtifactTable, 'find'>
  readonly now: Clock
}

/** What a link of a grant leads to. */
export interface GrantTarget {
  readonly org: string
  readonly row: RequestRow
  readonly artifact: ArtifactRow
}

/**
 * What a link leads to, while its grant stands. `ended`: it was revoked, its time is over, or the artifact is gone, which nobody is
 * told apart. `absent`: no such link was made.
 */
export const grantedArtifact =
  ({ links, tables, artifacts, now }: GrantedDeps) =>
  async (slug: string, token: string): Promise<GrantTarget | 'ended' | 'absent'> => {
    const link = await links.find('grant', slug, token)
    if (!link) return 'absent'
    const { org, request: id, version } = link
    const row = await tables.requests.get({ org, id })
    // A grant that was revoked and given again has another version, and other links.
    if (!row || row.version !== version || stateOf(row, now()) !== 'granted') return 'ended'
    const artifact = await artifacts.find({ org, hash: row.receipt_hash, slug: row.artifact_slug })
    return artifact && isAskedFor(artifact, row) ? { org, row, artifact } : 'ended'
  }
