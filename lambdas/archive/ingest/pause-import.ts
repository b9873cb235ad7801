import { addMs } from '@signet/kernel'
import { EmbeddingsUsedUp } from '@signet/search/embeddings'
import type { IngestRun } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'

/** Interval after which the limit is checked again, because an operator may raise it before midnight. */
const LOOKED_AT_EVERY_MS = 3_600_000

export const isForTomorrow = (error: unknown): error is EmbeddingsUsedUp => error instanceof EmbeddingsUsedUp

/**
 * Pauses the import at its last checkpoint until the next day's embeddings. This does not count as a failed attempt,
 * and the sweeper continues it.
 */
export const pauseImport = async (
  { deps, lease }: IngestRun<IngestRow>,
  { refusal }: EmbeddingsUsedUp,
): Promise<void> => {
  const opensAt = String(refusal.extras.opens_at)
  const row = await lease.save({ paused_until: opensAt })
  const midnight = new Date(opensAt)
  const soon = addMs(deps.now(), LOOKED_AT_EVERY_MS)
  await deps.imports.pause(row, midnight < soon ? midnight : soon)
  deps.log.info('import paused until more embeddings are available', { upload: row.upload, until: opensAt })
}
