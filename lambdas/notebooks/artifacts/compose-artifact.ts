import { createHash } from 'node:crypto'
import { TokenLimitError } from '@signet/language-model'
import { type PackedPassage, tokenRecorder, verifiedClaim } from '@signet/search/answers'
import type { Meter } from '@signet/search/conversations'
import type { NotebookContent } from '../notebooks/notebook-scope.ts'
import { type SettleDeps, settledNotebook } from '../notebooks/settled-notebook.ts'
import { instructionsHash, liveSources, type NotebookRow } from '../notebooks/source-set.ts'
import { SECTIONS, type SectionDefinition } from './artifact-kinds.ts'
import type { ArtifactMessage } from './artifact-queue.ts'
import { type ArtifactRow, type ArtifactTable, ATTEMPTS_MAX } from './artifact-table.ts'
import { type EvidenceDeps, evidenceFor } from './evidence.ts'
import type { SectionClaim, SectionMaker } from './section-maker.ts'

export interface ComposeDeps extends SettleDeps, EvidenceDeps {
  readonly artifacts: ArtifactTable
  readonly contentOf: (row: NotebookRow) => Promise<NotebookContent>
  readonly maker: SectionMaker
  readonly meter: Meter
}

type Section = NonNullable<ArtifactRow['sections']>[number]

const inputHash = (
  generator: string,
  instructions: string,
  key: string,
  passages: readonly PackedPassage[],
): string => {
  const passageInputs = passages.map(({ passage, text, row }) => [passage.windowKey, row.content_hash, text])
  return createHash('sha256')
    .update(JSON.stringify([generator, instructions, key, passageInputs]))
    .digest('hex')
}

const itemOf = (
  { label, claim }: SectionClaim,
  passages: ReadonlyMap<string, PackedPassage>,
  { sourceOf }: NotebookContent,
): Section['items'] => {
  const verified = verifiedClaim(claim, passages)
  if (verified === undefined) return []
  const citations = verified.citations.map(({ conversationId, messageIds, byteRange, ...citation }) => ({
    conversation: conversationId,
    title: citation.title,
    messages: messageIds,
    created_at: citation.createdAt,
    quote: citation.quote,
    branch: citation.branch,
    source: sourceOf.get(conversationId) ?? null,
    upload: byteRange.uploadId,
    file: byteRange.file,
    start: byteRange.start,
    end: byteRange.end,
  }))
  return [{ label, text: verified.text, citations }]
}

interface SectionInput {
  readonly notebook: NotebookRow
  readonly content: NotebookContent
  readonly previousSections: readonly Section[]
  readonly signal: AbortSignal
}

/** Generates a section, unless its input is unchanged since the previous run. */
const sectionOf = async (
  deps: ComposeDeps,
  { notebook, content, previousSections, signal }: SectionInput,
  definition: SectionDefinition,
): Promise<{ readonly section: Section; readonly isNew: boolean }> => {
  const { instructions, workspace } = notebook
  const evidence = await evidenceFor(deps, workspace, content, definition.cues)
  const input_hash = inputHash(deps.maker.name, instructions, definition.key, evidence)
  const unchangedSection = previousSections.find(
    (previous) => previous.key === definition.key && previous.input_hash === input_hash,
  )
  if (unchangedSection) return { section: unchangedSection, isNew: false }
  const passages = new Map(evidence.map((passage) => [passage.id, passage]))
  const items: Section['items'] = []
  const onUsage = tokenRecorder(deps.meter, workspace)
  for await (const claim of deps.maker.claims({ definition, passages: evidence, instructions }, signal, onUsage)) {
    items.push(...itemOf(claim, passages, content))
  }
  return { section: { key: definition.key, input_hash, items }, isNew: true }
}

/**
 * Returns the state of the notebook at the start of the run. If the notebook changes during the run, the artifact is
 * stale when it is ready.
 */
const originOf = (notebook: NotebookRow, maker: SectionMaker): Partial<ArtifactRow> => ({
  source_set_hash: notebook.source_set_hash,
  generated_from: liveSources(notebook).map(({ source, version, content_hash = 'not read' }) => ({
    source,
    version,
    content_hash,
  })),
  instructions_hash: instructionsHash(notebook.instructions),
  generator: maker.name,
})

/**
 * Generates an artifact section by section. Sections with unchanged input are kept. A worker may be killed at any line: the
 * next one repeats the run, and the result is written once.
 */
export const composeArtifact =
  (deps: ComposeDeps) =>
  async (message: ArtifactMessage, signal: AbortSignal): Promise<void> => {
    const claimed = await deps.artifacts.claim(message)
    if (claimed === undefined) return
    if (claimed.attempts > ATTEMPTS_MAX) {
      await deps.artifacts.end(claimed, {
        state: 'failed',
        failure: 'The artifact could not be generated. Try again later',
      })
      return
    }
    const upToDate = await settledNotebook(deps, message.workspace, message.notebook)
    if (upToDate === undefined) {
      // The notebook was deleted in the meantime.
      await deps.artifacts.remove(message)
      return
    }
    try {
      const { row: notebook } = upToDate
      const input = {
        notebook,
        content: await deps.contentOf(notebook),
        previousSections: claimed.sections ?? [],
        signal,
      }
      const results = []
      for (const definition of SECTIONS[claimed.kind]) results.push(await sectionOf(deps, input, definition))
      await deps.artifacts.end(claimed, {
        ...originOf(notebook, deps.maker),
        state: 'ready',
        sections: results.map(({ section }) => section),
        regenerated: results.flatMap(({ section, isNew }) => (isNew ? [section.key] : [])),
      })
    } catch (error) {
      if (error instanceof TokenLimitError) {
        // Another run today would reach the same limit. The message of the failure says when to try again.
        await deps.artifacts.end(claimed, { state: 'failed', failure: error.refusal.message })
        return
      }
      // SQS delivers the message again. Without the release, the next worker could not claim the run before this worker
      // counts as dead.
      await deps.artifacts.release(claimed)
      throw error
    } finally {
      await deps.meter.flush()
    }
  }
