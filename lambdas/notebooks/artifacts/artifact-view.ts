import { truncateText } from '@signet/search/conversations'
import type { Artifact, STALE_REASONS } from '../contract/artifacts.ts'
import { instructionsHash, liveSources, type NotebookRow } from '../notebooks/source-set.ts'
import { SECTIONS } from './artifact-kinds.ts'
import type { ArtifactRow } from './artifact-table.ts'

type StaleReason = (typeof STALE_REASONS)[number]

const isStale = (artifact: ArtifactRow, notebook: NotebookRow): boolean =>
  artifact.source_set_hash !== undefined && artifact.source_set_hash !== notebook.source_set_hash

/** Returns the reasons why an artifact is stale, by its input (archive reference, 9). They do not depend on time. */
const staleReasons = (artifact: ArtifactRow, notebook: NotebookRow): StaleReason[] => {
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

type StoredSection = NonNullable<ArtifactRow['sections']>[number]
type StoredCitation = StoredSection['items'][number]['citations'][number]

const citationView = ({ conversation, title, messages, created_at, quote, branch, ...rest }: StoredCitation) => ({
  conversationId: conversation,
  title: truncateText(title),
  messageIds: messages,
  createdAt: created_at,
  quote,
  branch,
  sourceId: rest.source,
  byteRange: { uploadId: rest.upload, file: rest.file, start: rest.start, end: rest.end },
})

const sectionsOf = ({ kind, sections = [] }: ArtifactRow): Artifact['sections'] =>
  SECTIONS[kind].flatMap(({ key, heading }) => {
    const section = sections.find((each) => each.key === key)
    if (section === undefined) return []
    const items = section.items.map((item) => ({ ...item, citations: item.citations.map(citationView) }))
    return [{ key, heading, items }]
  })

export const artifactSummary = (row: ArtifactRow, notebook: NotebookRow) => ({
  id: row.artifact,
  kind: row.kind,
  title: row.title,
  state: row.state,
  stale: isStale(row, notebook),
  createdAt: row.created_at,
  endedAt: row.ended_at ?? null,
})

export const artifactView = (row: ArtifactRow, notebook: NotebookRow, generator: string): Artifact => ({
  ...artifactSummary(row, notebook),
  staleReasons: staleReasons(row, notebook),
  generator: row.generator ?? null,
  generatorOutdated: row.generator !== undefined && row.generator !== generator,
  sourceSetHash: row.source_set_hash ?? null,
  regenerated: row.regenerated ?? [],
  failure: row.failure ?? null,
  sections: sectionsOf(row),
})
