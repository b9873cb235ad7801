import { authenticatedApp } from '@signet/identity'
import { spendGuard } from '@signet/kernel'
import { type ArchiveObjects, archiveIndex, archiveMeter, conversationReader } from '@signet/search/conversations'
import { hasArchiveScope, meteredRoute } from '@signet/search/conversations/callers'
import type { EmbeddingModel } from '@signet/search/embeddings'
import type { CollectionClient } from '@signet/search/index'
import type { access } from '../contract/access.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'
import { searchNotebookRoute } from '../notebooks/search-notebook.ts'

interface Clients {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
}

export const app = authenticatedApp<typeof access.search, Clients>((runtime) => {
  const meter = archiveMeter(runtime)
  const deps = {
    ...notebookReading(runtime),
    index: archiveIndex({ ...runtime, ...runtime.clients, meter, spend: spendGuard(runtime) }),
    conversations: conversationReader(runtime),
  }
  return {
    routes: [meteredRoute(meter, { searches: 1 }, searchNotebookRoute(deps))],
    hasScope: hasArchiveScope,
  }
})
