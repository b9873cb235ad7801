import { newUuid } from '@signet/kernel'
import type { StreamingLanguageModel } from '@signet/language-model'
import type { EmbeddingModel } from '@signet/search/embeddings'
import type { IngestDeps } from '../../../lambdas/archive/ingest/ingest-deps.ts'
import type { ArchiveBucket } from '../../../lambdas/archive/storage/archive-bucket.ts'
import { artifactTable } from '../../../lambdas/notebooks/artifacts/artifact-table.ts'
import { modelSections } from '../../../lambdas/notebooks/artifacts/section-maker.ts'
import { notebookReading } from '../../../lambdas/notebooks/notebooks/notebook-reading.ts'
import { tokenCounter } from '../../../layers/search/src/answers/count-tokens.ts'
import { modelAnswer } from '../../../layers/search/src/answers/model-answer.ts'
import { archiveIndex } from '../../../layers/search/src/conversations/index/archive-index.ts'
import { archiveMeter } from '../../../layers/search/src/conversations/meter-table.ts'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { TABLE } from '../../support/table-world.ts'
import { openImports, SMALL_BATCHES } from './import-world.ts'

/** Billable units of AWS services that an operation uses. */
export interface OperationCosts {
  readonly reads: number
  readonly writes: number
  readonly indexWrites: number
  /** S3 GET and HEAD, and PUT and LIST; deletions are free. */
  readonly s3Reads: number
  readonly s3Writes: number
  readonly embeddings: number
  readonly converses: number
}

const S3_READS = new Set(['read', 'head'])

/** A bucket that records each call. */
const recordingBucket = (bucket: ArchiveBucket, record: (verb: string) => void): ArchiveBucket =>
  new Proxy(bucket, {
    get: (target, verb: keyof ArchiveBucket) => {
      record(verb)
      return target[verb]
    },
  })

/** An archive with an embedding model and a language model. Counts every call. */
export const openCosts = async () => {
  const imports = await openImports({ ...SMALL_BATCHES, items: 100, bytes: 8_000_000, passBytes: 8_000_000 })
  const archive = await imports.fresh()
  const meter = tableMeter(imports.world.db)
  let counts = { s3Reads: 0, s3Writes: 0, embeddings: 0, converses: 0 }
  const bucket = recordingBucket(archive.deps.bucket, (verb) => {
    if (S3_READS.has(verb)) counts.s3Reads++
    else if (verb !== 'remove') counts.s3Writes++
  })
  const embedding: EmbeddingModel = {
    ...offlineEmbedding,
    isSemantic: true,
    async embed(texts, input, signal) {
      counts.embeddings++
      return offlineEmbedding.embed(texts, input, signal)
    },
  }
  const model: StreamingLanguageModel = {
    name: 'counted',
    complete: () => Promise.reject(new Error('not called like this')),
    async *stream({ messages }) {
      counts.converses++
      const [, id = '', text = ''] = /\[(w\d+)\] [^\n]*\n([^\n]+)/.exec(messages.at(-1)?.text ?? '') ?? []
      yield { text: JSON.stringify({ text: 'So it stands there.', quotes: [{ id, quote: text.slice(0, 60) }] }) }
      yield { stopReason: 'end_turn' }
      yield { usage: { inputTokens: 1_000, outputTokens: 50 } }
    },
  }
  const table = { db: imports.world.db, table: TABLE, now: archive.deps.now }
  const merges = { request: async () => undefined }
  const usageMeter = archiveMeter(table)
  const spend = memorySpendGuard()
  const index = archiveIndex({ ...table, bucket, embedding, merges, newId: newUuid, meter: usageMeter, spend })
  const reading = notebookReading(table)
  const ingest: IngestDeps = { ...archive.deps, bucket, index }
  return {
    archive,
    table,
    reading,
    meter: usageMeter,
    ingest,
    askDeps: {
      ...reading,
      ...archive.deps,
      index,
      meter: usageMeter,
      spend,
      allowance: { check: async () => undefined },
      maker: modelAnswer(model),
      tokens: tokenCounter,
    },
    composeDeps: {
      ...reading,
      ...archive.deps,
      index,
      meter: usageMeter,
      tokens: tokenCounter,
      artifacts: artifactTable(table),
      maker: modelSections(modelAnswer(model)),
    },
    /** Returns the units that some work uses. */
    async costs(work: () => Promise<unknown>): Promise<OperationCosts> {
      counts = { s3Reads: 0, s3Writes: 0, embeddings: 0, converses: 0 }
      meter.begin()
      await work()
      const { reads, writes, indexWrites } = meter.costs()
      return { reads, writes, indexWrites, ...counts }
    },
    close: () => imports.close(),
  }
}
