import { truncateText } from '@signet/search/conversations'
import type { Artifact, STALE_REASONS } from '../contract/artifacts.ts'
import { instructionsHash, liveSources, type NotebookRow } from '../notebooks/source-set.ts'
import { SECTIONS } from './artifact-kinds.ts'
import type { ArtifactRow } from './artifact-table.ts'

type StaleReason = (typeof STALE_REASONS)[number]

const isStale = (artifact: ArtifactRow, notebook: NotebookRow): boolean =>
  artifact.source_set_hash !== undefined && artifact.source_set_hash !== notebook.source_set_hash

/** Returns the reasons why an artifact is stale (docs/archive/tutorial.md): changed sources and instructions. */
const staleReasons = (artifact: ArtifactRow, notebook: NotebookRow): StaleReason[] => {
  if (!isStale(artifact, notebook)) return []
  const generatedFrom = new Map((artifact.generated_from ?? []).map((each) => [each.source, each]))
  const current = new Map(liveSources(notebook).map((each) => [each.source, each]))
  const hasChanged = (id: string): boolean => {
    const before = generatedFrom.get(id)
    const after = current.get(id)
    return before?.version !== after?.version || before?.content_hash !== (after?.content_hash ?? 'not read')
  }
  const reasons: readonly (readonly [StaleReason, boolean])[] = [
    ['source_added', [...current.keys()].some((id) => !generatedFrom.has(id))],
    ['source_removed', [...generatedFrom.keys()].some((id) => !current.has(id))],
    ['source_updated', [...current.keys()].some((id) => generatedFrom.has(id) && hasChanged(id))],
    ['instructions_changed', artifact.instructions_hash !== instructionsHash(notebook.instructions)],
  ]
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []))
}

type StoredSection = NonNullable<ArtifactRow['sections']>[number]
type StoredCitation = StoredSection['items'][number]['citations'][number]

const citationView = ({ conversation, title, messages, created_at, quote, branch, ...origin }: StoredCitation) => ({
  conversationId: conversation,
  title: truncateText(title),
  messageIds: messages,
  createdAt: created_at,
  quote,
  branch,
  sourceId: origin.source,
  byteRange: { uploadId: origin.upload, file: origin.file, start: origin.start, end: origin.end },
})

const sectionsOf = ({ kind, sections = [] }: ArtifactRow): Artifact['sections'] =>
  SECTIONS[kind].flatMap(({ key, heading }) => {
    const section = sections.find((storedSection) => storedSection.key === key)
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
