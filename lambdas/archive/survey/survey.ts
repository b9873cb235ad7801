import type { Clock } from '@signet/kernel'
import type { ConversationTable } from '../conversations/conversation-table.ts'
import { counted } from './census.ts'
import { type IndexAgainDeps, indexAgain } from './index-again.ts'
import type { SurveyQueue } from './survey-queue.ts'
import type { SurveyRow, SurveyTable } from './survey-table.ts'

/** Conversations between two checkpoints. */
const STEP = 100

export interface SurveyDeps extends IndexAgainDeps {
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
    ...{ census, of: row.of, counted_at: now().toISOString() },
    windows: await index.windows(row.workspace),
  },
})

/** One step of a walk; undefined: it has ended, or another worker does it. */
const step = async (deps: SurveyDeps, { cursor, ...row }: SurveyRow): Promise<SurveyRow | undefined> => {
  const { workspace, round, form } = row
  const { rows, nextCursor } = await deps.conversations.walk(workspace, { limit: STEP, cursor })
  // In a form that all stood in before, everything was added by its import.
  const indexed = form === deps.index.form ? 0 : await indexAgain(deps, workspace, round, rows)
  const census = counted(row.census, rows)
  const own = { indexed: row.indexed + indexed, census }
  if (nextCursor !== null) return deps.surveys.save(row, { ...own, cursor: nextCursor })
  await deps.surveys.save(row, { ...own, ...(await ended(deps, row, census)) })
  return undefined
}

/**
 * Walks over the conversations of a workspace until all are counted, or time is up; then a message has it continued. What
 * the index does not hold in the form that it has now, after a change of the embedding model or of the index itself, is
 * added from the packs. May be killed at any line and run again: the walk goes on at its last checkpoint, and what was
 * added is not added twice.
 */
export const survey =
  (deps: SurveyDeps) =>
  async (workspace: string, signal: AbortSignal): Promise<void> => {
    let row = await deps.surveys.get(workspace)
    while (row?.standing === 'open') {
      if (signal.aborted) return deps.queue.send({ workspace })
      row = await step(deps, row)
    }
  }
