import type { ArchiveObjects } from '@signet/conversations'
import { archiveIndex, archiveMeter, conversationReader, packReader } from '@signet/conversations'
import { archiveCallers } from '@signet/conversations/callers'
import type { EmbeddingModel } from '@signet/embeddings'
import { extractiveAnswer, modelAnswer, tokenCounter } from '@signet/grounded-answers'
import { apiApp } from '@signet/kernel'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import type { CollectionClient } from '@signet/search-index'
import type { access } from '../contract/access.ts'
import { exportConversationRoute } from '../conversations/export-conversation.ts'
import { chatRoute } from './chat-route.ts'

interface Clients {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Wires the archive's streaming function. */
export const app = apiApp<typeof access.chat, Clients>((runtime) => {
  const { clients } = runtime
  const model = configuredStreamingModel(clients.variables)
  const conversations = conversationReader(runtime)
  const meter = archiveMeter(runtime)
  const deps = {
    meter,
    index: archiveIndex({ ...runtime, ...clients, meter }),
    conversations,
    maker: model ? modelAnswer(model) : extractiveAnswer,
    tokens: tokenCounter,
  }
  return {
    routes: [chatRoute(deps), exportConversationRoute({ conversations, packs: packReader(clients) })],
    callers: archiveCallers(runtime),
  }
})
