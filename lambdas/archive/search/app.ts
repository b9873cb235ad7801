import type { EmbeddingModel } from '@signet/embeddings'
import { apiApp } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { getConversationRoute } from '../conversations/get-conversation.ts'
import { listConversationsRoute } from '../conversations/list-conversations.ts'
import { packReader } from '../conversations/packs.ts'
import { archiveIndex } from '../index/configured-index.ts'
import type { CollectionClient } from '../index/opensearch/collection-client.ts'
import { archiveCallers } from '../keys/callers.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'
import { searchNotebookRoute } from '../notebooks/search-notebook.ts'
import { searchRoute } from '../retrieval/search-route.ts'
import { similarRoute } from '../retrieval/similar-route.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'

interface Clients {
  readonly bucket: ArchiveBucket
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
}

/** The function that searches and browses, wired. */
export const app = apiApp<typeof access.search, Clients>((runtime) => {
  const { clients } = runtime
  const deps = {
    index: archiveIndex({ ...runtime, ...clients }),
    conversations: conversationTable(runtime),
    packs: packReader(clients),
  }
  return {
    routes: [
      searchRoute(deps),
      similarRoute(deps),
      listConversationsRoute(deps),
      getConversationRoute(deps),
      searchNotebookRoute({ ...deps, ...notebookReading(runtime) }),
    ],
    callers: archiveCallers(runtime),
  }
})
