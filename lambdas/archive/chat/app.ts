import { authenticatedApp, organizationCreatedAt } from '@signet/identity'
import { spendGuard } from '@signet/kernel'
import { guardedStreamingModel } from '@signet/language-model'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import { organizationRecords, tierStatuses, UPGRADE_PATH } from '@signet/ledger'
import { extractiveAnswer, modelAnswer, tokenCounter } from '@signet/search/answers'
import {
  type ArchiveObjects,
  archiveAllowance,
  archiveIndex,
  archiveMeter,
  conversationReader,
  packReader,
} from '@signet/search/conversations'
import { hasArchiveScope } from '@signet/search/conversations/callers'
import type { EmbeddingModel } from '@signet/search/embeddings'
import type { CollectionClient } from '@signet/search/index'
import type { access } from '../contract/access.ts'
import { exportConversationRoute } from '../conversations/export-conversation.ts'
import { chatRoute } from './chat-route.ts'

interface Clients {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

export const app = authenticatedApp<typeof access.chat, Clients>((runtime) => {
  const { clients } = runtime
  const spend = spendGuard(runtime)
  const tierStatusOf = tierStatuses({
    ...runtime,
    lookUp: organizationRecords(runtime, organizationCreatedAt(runtime)),
  })
  const model = guardedStreamingModel(configuredStreamingModel(clients.variables), spend)
  const conversations = conversationReader(runtime)
  const meter = archiveMeter(runtime)
  const deps = {
    meter,
    spend,
    allowance: archiveAllowance({ ...runtime, tierStatusOf, upgrade: UPGRADE_PATH }),
    index: archiveIndex({ ...runtime, ...clients, meter, spend }),
    conversations,
    maker: model ? modelAnswer(model) : extractiveAnswer,
    tokens: tokenCounter,
  }
  return {
    routes: [chatRoute(deps), exportConversationRoute({ conversations, packs: packReader(clients) })],
    hasScope: hasArchiveScope,
  }
})
