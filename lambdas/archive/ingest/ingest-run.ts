import type { Batch } from './batches.ts'
import { type BatchOwner, type BatchResult, ingestBatch } from './ingest-batch.ts'
import type { IngestDeps } from './ingest-deps.ts'
import type { LeasedWork } from './leased-row.ts'

export type RunOutcome = 'done' | 'time is up' | 'waiting for workers' | 'paused'

export interface IngestRun<Row extends BatchOwner> {
  readonly deps: IngestDeps
  readonly lease: LeasedWork<Row>
  readonly isTimeUp: () => boolean
  /** True until the first checkpoint: the first batch may repeat one that the previous run started. */
  isBeforeCheckpoint: boolean
}

export const ingest = async <Row extends BatchOwner>(
  run: IngestRun<Row>,
  batch: Omit<Batch, 'next'>,
): Promise<BatchResult> => {
  const result = await ingestBatch(run.deps, run.lease.row, batch, run.isBeforeCheckpoint)
  run.isBeforeCheckpoint = false
  return result
}
