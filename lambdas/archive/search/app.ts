import { authenticatedApp } from '@signet/identity'
import { type Route, spendGuard } from '@signet/kernel'
import { type ArchiveObjects, archiveIndex, archiveMeter, packReader } from '@signet/search/conversations'
import { hasArchiveScope, meteredRoute } from '@signet/search/conversations/callers'
import type { EmbeddingModel } from '@signet/search/embeddings'
import type { CollectionClient } from '@signet/search/index'
import type { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { getConversationRoute } from '../conversations/get-conversation.ts'
import { listConversationsRoute } from '../conversations/list-conversations.ts'
import { searchRoute, similarRoute } from '../retrieval/search-routes.ts'

interface Clients {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
}

export const app = authenticatedApp<typeof access.search, Clients>((runtime) => {
  const { clients } = runtime
  const meter = archiveMeter(runtime)
  const search = (route: Route) => meteredRoute(meter, { searches: 1 }, route)
  const deps = {
    index: archiveIndex({ ...runtime, ...clients, meter, spend: spendGuard(runtime) }),
    conversations: conversationTable(runtime),
    packs: packReader(clients),
  }
  return {
    routes: [
      search(searchRoute(deps)),
      search(similarRoute(deps)),
      listConversationsRoute(deps),
      getConversationRoute(deps),
    ],
    hasScope: hasArchiveScope,
  }
})
