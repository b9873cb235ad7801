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
import { spendingOf } from '../../support/spending.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { TABLE } from '../../support/table-world.ts'
import { openImports, SMALL } from './import-world.ts'

/** Units that an operation uses of AWS services billed by use. */
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
const recordingBucket = (bucket: ArchiveBucket, note: (verb: string) => void): ArchiveBucket =>
  new Proxy(bucket, {
    get: (target, verb: keyof ArchiveBucket) => {
      note(verb)
      return target[verb]
    },
  })

/** An archive with both models. Every call is counted. */
export const openCosts = async () => {
  const imports = await openImports({ ...SMALL, items: 100, bytes: 8_000_000, passBytes: 8_000_000 })
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
  const merges = { ask: async () => undefined }
  const own = archiveMeter(table)
  const spend = spendingOf()
  const index = archiveIndex({ ...table, bucket, embedding, merges, newId: newUuid, meter: own, spend })
  const reading = notebookReading(table)
  const ingest: IngestDeps = { ...archive.deps, bucket, index }
  return {
    archive,
    table,
    reading,
    meter: own,
    ingest,
    asking: {
      ...reading,
      ...archive.deps,
      index,
      meter: own,
      spend,
      allowance: { check: async () => undefined },
      maker: modelAnswer(model),
      tokens: tokenCounter,
    },
    composing: {
      ...reading,
      ...archive.deps,
      index,
      meter: own,
      tokens: tokenCounter,
      artifacts: artifactTable(table),
      maker: modelSections(modelAnswer(model)),
    },
    /** Returns the cost of some work. */
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
