import type { Clock, RowOf, RowTable } from '@signet/kernel'
import type { ingestRow } from '@signet/search/conversations/rows'
import type { ImportContents } from './import-content.ts'
import type { NotebookTable } from './notebook-table.ts'
import { liveSources, type NotebookRow, type SourceRow } from './source-set.ts'

export type IngestRow = RowOf<typeof ingestRow>

export interface SettleDeps {
  readonly notebooks: NotebookTable
  readonly imports: Pick<RowTable<typeof ingestRow>, 'get'>
  readonly contents: ImportContents
  readonly now: Clock
}

const ENDED_STATES: readonly IngestRow['state'][] = ['completed', 'completed_with_errors', 'failed']

export const hasEnded = ({ state }: IngestRow): boolean => ENDED_STATES.includes(state)

/** Returns the source with the current state of its upload; the same object if nothing has changed. */
const settledSource = async (
  { contents, now }: SettleDeps,
  workspace: string,
  source: SourceRow,
  ingest: IngestRow | undefined,
): Promise<SourceRow> => {
  if (source.removed_at !== undefined) return source
  if (ingest === undefined || ingest.state === 'deleting') {
    // The deletion event may arrive late or twice, so the first request that reads the notebook sets the date.
    return { ...source, removed_at: now().toISOString() }
  }
  if (source.content_hash !== undefined || !hasEnded(ingest)) return source
  const { contentHash, conversations } = await contents.read(workspace, source.upload)
  return { ...source, content_hash: contentHash, conversations: conversations.length }
}

const importsOf = async ({ imports }: SettleDeps, row: NotebookRow): Promise<ReadonlyMap<string, IngestRow>> => {
  const uploads = liveSources(row).map(({ upload }) => upload)
  const importRows = await Promise.all(uploads.map((upload) => imports.get({ workspace: row.workspace, upload })))
  return new Map(importRows.flatMap((ingest) => (ingest ? [[ingest.upload, ingest] as const] : [])))
}

const withSettledSources = (sources: readonly SourceRow[], settled: ReadonlyMap<string, SourceRow>): SourceRow[] =>
  sources.map((source) => {
    const settledSource = settled.get(`${source.source} ${source.version}`)
    return settledSource && source.removed_at === undefined ? settledSource : source
  })

/**
 * Returns the notebook with up-to-date sources: sources of uploads whose import has ended have a hash, and sources of
 * deleted uploads are marked as removed. Returns undefined if the notebook does not exist.
 */
export const settledNotebook = async (deps: SettleDeps, workspace: string, notebook: string) => {
  const before = await deps.notebooks.get(workspace, notebook)
  if (before === undefined) return undefined
  const imports = await importsOf(deps, before)
  const settled = await Promise.all(
    before.sources.map((source) => settledSource(deps, workspace, source, imports.get(source.upload))),
  )
  const changed = settled.filter((source, i) => source !== before.sources[i])
  if (changed.length === 0) return { row: before, imports }
  const byVersion = new Map(changed.map((source) => [`${source.source} ${source.version}`, source]))
  const row = await deps.notebooks.change(workspace, notebook, ({ sources }) => ({
    sources: withSettledSources(sources, byVersion),
  }))
  return row && { row, imports }
}
