import { createHash } from 'node:crypto'
import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { ingestRow } from '../contract/ingest-rows.ts'

type IngestRow = RowOf<typeof ingestRow>

/** Imports of a workspace that are looked at. */
const IMPORTS_MAX = 1_000

/** The imports of workspaces. */
export interface ImportList {
  /** A thousand at most. */
  of(workspace: string): Promise<readonly IngestRow[]>
}

/** Imports over the one table. */
export const importList = (deps: TableDeps): ImportList => {
  const rows = rowTable(ingestRow, deps)
  return { of: async (workspace) => (await rows.page({ workspace }, { limit: IMPORTS_MAX })).rows }
}

/** Changes with whatever imports do, deletions with it: what an archive was counted by. Of no imports it is empty. */
export const importsHash = (imports: readonly IngestRow[]): string => {
  if (imports.length === 0) return ''
  const stands = imports.map(({ upload, revision }) => `${upload} ${revision}`).sort()
  return createHash('sha256').update(stands.join('\n')).digest('hex')
}
