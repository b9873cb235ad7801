import { overdueRows, type TableDeps } from '@signet/kernel'
import { ingestRow } from '@signet/search/conversations/rows'
import type { IngestMessage } from './ingest-queue.ts'

export const abandonedImports = (deps: TableDeps) =>
  async function* (): AsyncGenerator<IngestMessage> {
    for await (const { partition, sort } of overdueRows(deps, ingestRow)) yield { workspace: partition, upload: sort }
  }
