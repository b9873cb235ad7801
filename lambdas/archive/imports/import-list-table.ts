import { createHash } from 'node:crypto'
import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { ingestRow } from '@signet/search/conversations/rows'

type IngestRow = RowOf<typeof ingestRow>

const IMPORTS_MAX = 1_000

export interface ImportList {
  /** Lists at most a thousand imports. */
  list(workspace: string): Promise<readonly IngestRow[]>
}

export const importList = (deps: TableDeps): ImportList => {
  const rows = rowTable(ingestRow, deps)
  return { list: async (workspace) => (await rows.page({ workspace }, { limit: IMPORTS_MAX })).rows }
}

/**
 * Returns a hash that changes with every change of an import, including deletions; empty without imports. When the hash
 * changes, the archive is counted again.
 */
export const importsHash = (imports: readonly IngestRow[]): string => {
  if (imports.length === 0) return ''
  const revisions = imports.map(({ upload, revision }) => `${upload} ${revision}`).sort()
  return createHash('sha256').update(revisions.join('\n')).digest('hex')
}
