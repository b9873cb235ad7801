import { cutTo } from '@signet/search/conversations'
import type { Artifact } from '../contract/artifacts.ts'
import type { NotebookRow } from '../notebooks/source-set.ts'
import { SECTIONS } from './artifact-kinds.ts'
import type { ArtifactRow } from './artifact-table.ts'
import { isStale, staleReasons } from './stale.ts'

type StoredSection = NonNullable<ArtifactRow['sections']>[number]
type StoredCitation = StoredSection['items'][number]['citations'][number]

const citationView = ({ conversation, title, messages, created_at, quote, branch, ...rest }: StoredCitation) => ({
  conversationId: conversation,
  title: cutTo(title),
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

/** An artifact with its sections; `generator` is the present one. */
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
