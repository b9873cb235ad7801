import type { Clock } from '@signet/kernel'
import { EmbeddingsUsedUp } from '@signet/search/embeddings'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import { censusAfter } from './census.ts'
import { type ReindexDeps, reindexMissing } from './reindex.ts'
import type { SurveyQueue } from './survey-queue.ts'
import type { SurveyRow, SurveyTable } from './survey-table.ts'

const STEP = 100

export interface SurveyDeps extends ReindexDeps {
  readonly surveys: SurveyTable
  readonly conversations: Pick<ConversationTable, 'walk'>
  readonly queue: SurveyQueue
  readonly now: Clock
}

const ended = async ({ index, now }: SurveyDeps, row: SurveyRow, census: SurveyRow['census']) => ({
  standing: 'ended' as const,
  census,
  form: index.form,
  last: {
    census,
    of: row.of,
    counted_at: now().toISOString(),
    windows: await index.windows(row.workspace),
  },
})

/** Runs one step of a pass; undefined if the pass has ended, or another worker continues it. */
const step = async (deps: SurveyDeps, { cursor, ...row }: SurveyRow): Promise<SurveyRow | undefined> => {
  const { workspace, round, form } = row
  const { rows, nextCursor } = await deps.conversations.walk(workspace, { limit: STEP, cursor })
  // If an earlier pass found this form complete, imports have added everything since.
  const indexed = form === deps.index.form ? 0 : await reindexMissing(deps, workspace, round, rows)
  const census = censusAfter(row.census, rows)
  const progress = { indexed: row.indexed + indexed, census }
  if (nextCursor !== null) return deps.surveys.save(row, { ...progress, cursor: nextCursor })
  await deps.surveys.save(row, { ...progress, ...(await ended(deps, row, census)) })
  return undefined
}

/**
 * Passes over the conversations of a workspace until all are counted or time is up; then a message continues it.
 * Conversations that the current index lacks, after a change of the embedding model or of the index, are added from the
 * packs. It may be killed at any line and restarted: it continues at the last checkpoint and adds nothing twice.
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
        // The sweeper retries from the last checkpoint until the stage may embed more.
        if (error instanceof EmbeddingsUsedUp) return
        throw error
      }
    }
  }
