import { addMs } from '@signet/kernel'
import { EmbeddingsUsedUp } from '@signet/search/embeddings'
import type { IngestRun } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'

/** An operator may raise the ceiling before midnight: so often it is looked at again. */
const LOOKED_AT_EVERY_MS = 3_600_000

export const isForTomorrow = (error: unknown): error is EmbeddingsUsedUp => error instanceof EmbeddingsUsedUp

/**
 * Lets the import wait at its last checkpoint for the embeddings of the next day. It is no attempt that failed, and the
 * sweep continues it.
 */
export const pauseImport = async (
  { deps, held }: IngestRun<IngestRow>,
  { refusal }: EmbeddingsUsedUp,
): Promise<void> => {
  const opensAt = String(refusal.extras.opens_at)
  const row = await held.save({ paused_until: opensAt })
  const midnight = new Date(opensAt)
  const soon = addMs(deps.now(), LOOKED_AT_EVERY_MS)
  await deps.imports.pause(row, midnight < soon ? midnight : soon)
  deps.log.info('an import waits for embeddings', { upload: row.upload, until: opensAt })
}
