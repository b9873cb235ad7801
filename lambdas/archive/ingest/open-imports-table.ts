import { ingestRow } from '../contract/ingest-rows.ts'
import { type OverdueDeps, overdueRows } from '../storage/overdue-rows-table.ts'
import type { IngestMessage } from './ingest-queue.ts'

/** Imports with work to do and no living worker. */
export const abandonedImports = (deps: OverdueDeps) =>
  async function* (): AsyncGenerator<IngestMessage> {
    for await (const { partition, sort } of overdueRows(deps, ingestRow)) yield { workspace: partition, upload: sort }
  }
