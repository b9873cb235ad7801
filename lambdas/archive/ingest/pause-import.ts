import { addMs } from '@signet/kernel'
import { EmbeddingLimitError } from '@signet/search/embeddings'
import type { IngestRun } from './ingest-run.ts'
import type { IngestRow } from './ingest-table.ts'

/** Interval after which the limit is checked again, because an operator may raise it before midnight. */
const RECHECK_MS = 3_600_000

export const isEmbeddingLimitError = (error: unknown): error is EmbeddingLimitError =>
  error instanceof EmbeddingLimitError

/**
 * Pauses the import at its last checkpoint until more texts may be embedded. This does not count as a failed attempt. The
 * sweeper continues the import.
 */
export const pauseImport = async (
  { deps, lease }: IngestRun<IngestRow>,
  { refusal }: EmbeddingLimitError,
): Promise<void> => {
  const opensAt = String(refusal.extras.opens_at)
  const row = await lease.save({ paused_until: opensAt })
  const midnight = new Date(opensAt)
  const nextCheck = addMs(deps.now(), RECHECK_MS)
  await deps.imports.pause(row, midnight < nextCheck ? midnight : nextCheck)
  deps.log.info('import paused until more embeddings are available', { upload: row.upload, until: opensAt })
}
