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
} from '@signet/search/conversations'
import { hasArchiveScope } from '@signet/search/conversations/callers'
import type { EmbeddingModel } from '@signet/search/embeddings'
import type { CollectionClient } from '@signet/search/index'
import type { access } from '../contract/access.ts'
import { askNotebookRoute } from '../notebooks/ask-notebook.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'

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
  const meter = archiveMeter(runtime)
  const deps = {
    ...notebookReading(runtime),
    meter,
    spend,
    allowance: archiveAllowance({ ...runtime, tierStatusOf, upgrade: UPGRADE_PATH }),
    index: archiveIndex({ ...runtime, ...clients, meter, spend }),
    conversations: conversationReader(runtime),
    maker: model ? modelAnswer(model) : extractiveAnswer,
    tokens: tokenCounter,
  }
  return { routes: [askNotebookRoute(deps)], hasScope: hasArchiveScope }
})
