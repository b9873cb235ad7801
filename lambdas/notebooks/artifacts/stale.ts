import type { STALE_REASONS } from '../contract/artifacts.ts'
import { instructionsHash, liveSources, type NotebookRow } from '../notebooks/source-set.ts'
import type { ArtifactRow } from './artifact-table.ts'

export type StaleReason = (typeof STALE_REASONS)[number]

/** Whether the notebook has changed since the artifact was made. An artifact that was never made is not stale. */
export const isStale = (artifact: ArtifactRow, notebook: NotebookRow): boolean =>
  artifact.source_set_hash !== undefined && artifact.source_set_hash !== notebook.source_set_hash

/** The reasons why an artifact is stale, by its input (archive reference, 9). They do not depend on time. */
export const staleReasons = (artifact: ArtifactRow, notebook: NotebookRow): StaleReason[] => {
  if (!isStale(artifact, notebook)) return []
  const then = new Map((artifact.made_of ?? []).map((each) => [each.source, each]))
  const current = new Map(liveSources(notebook).map((each) => [each.source, each]))
  const isOther = (id: string): boolean => {
    const before = then.get(id)
    const after = current.get(id)
    return before?.version !== after?.version || before?.content_hash !== (after?.content_hash ?? 'not read')
  }
  const reasons: readonly (readonly [StaleReason, boolean])[] = [
    ['source_added', [...current.keys()].some((id) => !then.has(id))],
    ['source_removed', [...then.keys()].some((id) => !current.has(id))],
    ['source_updated', [...current.keys()].some((id) => then.has(id) && isOther(id))],
    ['instructions_changed', artifact.instructions_hash !== instructionsHash(notebook.instructions)],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []))
}
