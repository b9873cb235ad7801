import type { Clock, RowOf, RowTable } from '@signet/kernel'
import type { RequestLinks } from '@signet/notifications/trust-requests'
import { isRequestedArtifact, type RequestRow, type RequestTables, stateOf } from '@signet/notifications/trust-requests'
import type { artifactRow } from '../contract/artifact-rows.ts'

export interface GrantedDeps {
  readonly links: Pick<RequestLinks, 'find'>
  readonly tables: Pick<RequestTables, 'requests'>
  readonly artifacts: Pick<RowTable<typeof artifactRow>, 'get'>
  readonly now: Clock
}

export interface GrantTarget {
  readonly org: string
  readonly row: RequestRow
  readonly artifact: RowOf<typeof artifactRow>
}

/**
 * Returns the target of a grant link. `ended`: the grant was revoked or has expired, or the artifact no longer exists;
 * the visitor must not learn which. `absent`: the link does not exist.
 */
export const grantedArtifact =
  ({ links, tables, artifacts, now }: GrantedDeps) =>
  async (slug: string, token: string): Promise<GrantTarget | 'ended' | 'absent'> => {
    const link = await links.find('grant', slug, token)
    if (!link) return 'absent'
    const { org, request: id, version } = link
    const row = await tables.requests.get({ org, id })
    // A renewed grant has another version and other links.
    if (!row || row.version !== version || stateOf(row, now()) !== 'granted') return 'ended'
    const artifact = await artifacts.get({ org, hash: row.receipt_hash, slug: row.artifact_slug })
    return artifact && isRequestedArtifact(artifact, row) ? { org, row, artifact } : 'ended'
  }
