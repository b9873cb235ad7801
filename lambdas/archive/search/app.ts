import type { EmbeddingModel } from '@signet/embeddings'
import { authenticatedApp } from '@signet/identity'
import type { Route } from '@signet/kernel'
import type { CollectionClient } from '@signet/search-index'
import type { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { getConversationRoute } from '../conversations/get-conversation.ts'
import { listConversationsRoute } from '../conversations/list-conversations.ts'
import { packReader } from '../conversations/packs.ts'
import { archiveIndex } from '../index/configured-index.ts'
import { hasArchiveScope } from '../keys/scopes.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'
import { searchNotebookRoute } from '../notebooks/search-notebook.ts'
import { searchRoute } from '../retrieval/search-route.ts'
import { similarRoute } from '../retrieval/similar-route.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { archiveMeter } from '../telemetry/meter-table.ts'
import { meteredRoute } from '../telemetry/metered-route.ts'

interface Clients {
  readonly bucket: ArchiveBucket
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
}

/** Wires the function for search and browsing. */
export const app = authenticatedApp<typeof access.search, Clients>((runtime) => {
  const { clients } = runtime
  const meter = archiveMeter(runtime)
  const search = (route: Route) => meteredRoute(meter, { searches: 1 }, route)
  const deps = {
    index: archiveIndex({ ...runtime, ...clients, meter }),
    conversations: conversationTable(runtime),
    packs: packReader(clients),
  }
  return {
    routes: [
      search(searchRoute(deps)),
      search(similarRoute(deps)),
      listConversationsRoute(deps),
      getConversationRoute(deps),
      search(searchNotebookRoute({ ...deps, ...notebookReading(runtime) })),
    ],
    hasScope: hasArchiveScope,
  }
})
