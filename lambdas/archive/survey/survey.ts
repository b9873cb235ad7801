import type { Clock } from '@signet/kernel'
import { EmbeddingLimitError } from '@signet/search/embeddings'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import { censusAfter } from './census.ts'
import { type ReindexDeps, reindexMissing } from './reindex.ts'
import type { SurveyQueue } from './survey-queue.ts'
import type { SurveyRow, SurveyTable } from './survey-table.ts'

const CONVERSATIONS_PER_STEP = 100

export interface SurveyDeps extends ReindexDeps {
  readonly surveys: SurveyTable
  readonly conversations: Pick<ConversationTable, 'pageById'>
  readonly queue: SurveyQueue
  readonly now: Clock
}

const endedState = async ({ index, now }: SurveyDeps, row: SurveyRow, census: SurveyRow['census']) => ({
  standing: 'ended' as const,
  census,
  index_format: index.format,
  last: {
    census,
    imports_hash: row.imports_hash,
    counted_at: now().toISOString(),
    windows: await index.windows(row.workspace),
  },
})

/** Runs one step of a pass; undefined if the pass has ended, or another worker continues it. */
const step = async (deps: SurveyDeps, { cursor, ...row }: SurveyRow): Promise<SurveyRow | undefined> => {
  const { workspace, pass, index_format } = row
  const { rows, nextCursor } = await deps.conversations.pageById(workspace, { limit: CONVERSATIONS_PER_STEP, cursor })
  // If an earlier pass has completed the index in this format, imports have added all later conversations.
  const indexed = index_format === deps.index.format ? 0 : await reindexMissing(deps, workspace, pass, rows)
  const census = censusAfter(row.census, rows)
  const progress = { indexed: row.indexed + indexed, census }
  if (nextCursor !== null) return deps.surveys.save(row, { ...progress, cursor: nextCursor })
  await deps.surveys.save(row, { ...progress, ...(await endedState(deps, row, census)) })
  return undefined
}

/**
 * Counts the conversations of a workspace until all are counted or time is up; then a message continues the pass. After a
 * change of the embedding model or of the index backend, adds missing conversations to the index from their packs. A
 * worker may be killed at any line: the next one continues at the last checkpoint and adds nothing twice.
 */
export const survey =
  (deps: SurveyDeps) =>
  async (workspace: string, signal: AbortSignal): Promise<void> => {
    let row = await deps.surveys.get(workspace)
    while (row?.standing === 'open') {
      if (signal.aborted) return deps.queue.send({ workspace })
      try {
        row = await step(deps, row)
      } catch (error) {
        // The sweeper retries from the last checkpoint until the daily limit permits more embeddings.
        if (error instanceof EmbeddingLimitError) return
        throw error
      }
    }
  }
