import { bucket, bucketConnection } from '@signet/bucket'
import { archiveIndex, archiveMeter, conversationReader, packReader } from '@signet/conversations'
import { configuredEmbedding } from '@signet/embeddings'
import { modelAnswer, tokenCounter } from '@signet/grounded-answers'
import { createLog, eachMessage, handleBatch, newUuid, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { configuredStreamingModel } from '@signet/language-model/streaming'
import { collectionFromEnvironment } from '@signet/search-index'
import { ArtifactMessage } from '../artifacts/artifact-queue.ts'
import { artifactTable } from '../artifacts/artifact-table.ts'
import { composeArtifact } from '../artifacts/compose-artifact.ts'
import { extractiveSections } from '../artifacts/extractive-sections.ts'
import { answeredSections } from '../artifacts/section-maker.ts'
import { access } from '../contract/access.ts'
import { notebookReading } from '../notebooks/notebook-reading.ts'

const env = environmentOf(access.compose, process.env)
const log = createLog({ fields: { function: 'notebooks-compose' } })
const table = { db: tableClient(), table: env.TABLE_NAME, now: systemClock }
const storage = { bucket: bucket(bucketConnection(process.env)) }
const model = configuredStreamingModel(process.env)

/** Time before the function's timeout that is left to release the artifact. */
const MARGIN_MS = 15_000

const meter = archiveMeter(table)

const compose = composeArtifact({
  meter,
  ...notebookReading(table),
  artifacts: artifactTable(table),
  conversations: conversationReader(table),
  packs: packReader(storage),
  index: archiveIndex({
    ...table,
    ...storage,
    embedding: configuredEmbedding(process.env),
    collection: collectionFromEnvironment(process.env),
    newId: newUuid,
    meter,
  }),
  tokens: tokenCounter,
  maker: model ? answeredSections(modelAnswer(model)) : extractiveSections,
  now: systemClock,
})

export const handler = handleBatch(
  eachMessage({ log, failed: 'an artifact could not be made' }, (body) =>
    compose(ArtifactMessage.parse(body), AbortSignal.timeout(access.compose.timeoutSeconds * 1000 - MARGIN_MS)),
  ),
)
