import { bucket, bucketConnection } from '@signet/bucket'
import { configuredEmbedding } from '@signet/embeddings'
import { queueFunction, tableClient } from '@signet/kernel'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import { collectionFromEnvironment } from '@signet/search-index'
import { tokenCounter } from '../answers/count-tokens.ts'
import { modelAnswer } from '../answers/model-answer.ts'
import { access } from '../contract/access.ts'
import { conversationTable } from '../conversations/conversation-table.ts'
import { packReader } from '../conversations/packs.ts'
import { archiveIndex } from '../index/configured-index.ts'
import { ArtifactMessage } from '../notebooks/artifact-queue.ts'
import { artifactTable } from '../notebooks/artifact-table.ts'
import { composeArtifact } from '../notebooks/compose-artifact.ts'
import { extractiveSections } from '../notebooks/extractive-sections.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'
import { answeredSections } from '../notebooks/section-maker.ts'
import { archiveMeter } from '../telemetry/meter-table.ts'

/** Time before the function's timeout that is left to release the artifact. */
const MARGIN_MS = 15_000

export const handler = queueFunction({
  name: 'archive-compose',
  access: access.compose,
  variables: process.env,
  clients: {
    db: tableClient(),
    bucket: bucket(bucketConnection(process.env)),
    model: configuredStreamingModel(process.env),
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
  },
  message: ArtifactMessage,
  failed: 'an artifact could not be made',
  build: (runtime) => {
    const { clients } = runtime
    const { model } = clients
    const meter = archiveMeter(runtime)
    const compose = composeArtifact({
      ...runtime,
      ...notebookReading(runtime),
      meter,
      artifacts: artifactTable(runtime),
      conversations: conversationTable(runtime),
      packs: packReader(clients),
      index: archiveIndex({ ...runtime, ...clients, meter }),
      tokens: tokenCounter,
      maker: model ? answeredSections(modelAnswer(model)) : extractiveSections,
    })
    return (message) => compose(message, AbortSignal.timeout(access.compose.timeoutSeconds * 1000 - MARGIN_MS))
  },
})
