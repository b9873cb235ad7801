import { type ArchiveObjects, archiveIndex, archiveMeter, conversationReader } from '@signet/conversations'
import { hasArchiveScope } from '@signet/conversations/callers'
import type { EmbeddingModel } from '@signet/embeddings'
import { extractiveAnswer, modelAnswer, tokenCounter } from '@signet/grounded-answers'
import { authenticatedApp } from '@signet/identity'
import { spendGuard } from '@signet/kernel'
import { guardedStreamingModel } from '@signet/language-model'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import type { CollectionClient } from '@signet/search-index'
import type { access } from '../contract/access.ts'
import { askNotebookRoute } from '../notebooks/ask-notebook.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'

interface Clients {
  readonly bucket: ArchiveObjects
  readonly embedding: EmbeddingModel
  readonly collection: CollectionClient | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Wires the function for questions to notebooks. */
export const app = authenticatedApp<typeof access.chat, Clients>((runtime) => {
  const { clients } = runtime
  const spend = spendGuard(runtime)
  const model = guardedStreamingModel(configuredStreamingModel(clients.variables), spend)
  const meter = archiveMeter(runtime)
  const deps = {
    ...notebookReading(runtime),
    meter,
    spend,
    index: archiveIndex({ ...runtime, ...clients, meter, spend }),
    conversations: conversationReader(runtime),
    maker: model ? modelAnswer(model) : extractiveAnswer,
    tokens: tokenCounter,
  }
  return { routes: [askNotebookRoute(deps)], hasScope: hasArchiveScope }
})
