import { queueFunction, spendGuard, tableClient } from '@signet/kernel'
import { bucket, bucketConnection } from '@signet/kernel/bucket'
import { guardedStreamingModel } from '@signet/language-model'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import { modelAnswer, tokenCounter } from '@signet/search/answers'
import { archiveIndex, archiveMeter, conversationReader, packReader } from '@signet/search/conversations'
import { configuredEmbedding } from '@signet/search/embeddings'
import { collectionFromEnvironment } from '@signet/search/index'
import { ArtifactMessage } from '../artifacts/artifact-queue.ts'
import { artifactTable } from '../artifacts/artifact-table.ts'
import { composeArtifact } from '../artifacts/compose-artifact.ts'
import { extractiveSections } from '../artifacts/extractive-sections.ts'
import { modelSections } from '../artifacts/section-maker.ts'
import { access } from '../contract/access.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'

/** Time reserved before the function's timeout to release the artifact. */
const MARGIN_MS = 15_000

export const handler = queueFunction({
  name: 'notebooks-compose',
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
  ids: ({ workspace, notebook, artifact }) => ({
    tenant_id: workspace,
    notebook_id: notebook,
    artifact_id: artifact,
  }),
  failed: 'artifact could not be generated',
  build: (runtime) => {
    const { clients } = runtime
    const spend = spendGuard(runtime)
    const model = guardedStreamingModel(clients.model, spend)
    const meter = archiveMeter(runtime)
    const compose = composeArtifact({
      ...runtime,
      ...notebookReading(runtime),
      meter,
      artifacts: artifactTable(runtime),
      conversations: conversationReader(runtime),
      packs: packReader(clients),
      index: archiveIndex({ ...runtime, ...clients, meter, spend }),
      tokens: tokenCounter,
      maker: model ? modelSections(modelAnswer(model)) : extractiveSections,
    })
    return (message) => compose(message, AbortSignal.timeout(access.compose.timeoutSeconds * 1000 - MARGIN_MS))
  },
})
