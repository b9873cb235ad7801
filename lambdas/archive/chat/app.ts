import type { EmbeddingModel } from '@signet/embeddings'
import { authenticatedApp } from '@signet/identity'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import type { CollectionClient } from '@signet/search-index'
import { chatRoute } from '../answers/chat-route.ts'
import { tokenCounter } from '../answers/count-tokens.ts'
import { extractiveAnswer } from '../answers/extractive-answer.ts'
import { modelAnswer } from '../answers/model-answer.ts'
import type { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { exportConversationRoute } from '../conversations/export-conversation.ts'
import { packReader } from '../conversations/packs.ts'
import { archiveIndex } from '../index/configured-index.ts'
import { hasArchiveScope } from '../keys/scopes.ts'
import { askNotebookRoute } from '../notebooks/ask-notebook.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'
import type { ArchiveBucket } from '../storage/archive-bucket.ts'
import { archiveMeter } from '../telemetry/meter-table.ts'

interface Clients {
  readonly bucket: ArchiveBucket
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Wires the archive's streaming function. */
export const app = authenticatedApp<typeof access.chat, Clients>((runtime) => {
  const { clients } = runtime
  const model = configuredStreamingModel(clients.variables)
  const conversations = conversationTable(runtime)
  const meter = archiveMeter(runtime)
  const deps = {
    meter,
    index: archiveIndex({ ...runtime, ...clients, meter }),
    conversations,
    maker: model ? modelAnswer(model) : extractiveAnswer,
    tokens: tokenCounter,
  }
  return {
    routes: [
      chatRoute(deps),
      askNotebookRoute({ ...deps, ...notebookReading(runtime) }),
      exportConversationRoute({ conversations, packs: packReader(clients) }),
    ],
    hasScope: hasArchiveScope,
  }
})
