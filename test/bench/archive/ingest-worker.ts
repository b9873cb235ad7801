import { createHash } from 'node:crypto'
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import type { PartUploads } from '@signet/kernel/bucket'
import { type EventBus, outbox, outboxTable } from '@signet/kernel/events'
import { conversationTable } from '../../../lambdas/archive/conversations/conversation-table.ts'
import { BATCH_LIMITS } from '../../../lambdas/archive/ingest/batches.ts'
import { fileTable } from '../../../lambdas/archive/ingest/file-table.ts'
import { importEnds } from '../../../lambdas/archive/ingest/import-ends.ts'
import { importTable } from '../../../lambdas/archive/ingest/import-table.ts'
import type { ImportIndex } from '../../../lambdas/archive/ingest/ingest-deps.ts'
import { ingestTable } from '../../../lambdas/archive/ingest/ingest-table.ts'
import { sliceTable } from '../../../lambdas/archive/ingest/slice-table.ts'
import { workOnImport } from '../../../lambdas/archive/ingest/work-on-import.ts'
import type { ArchiveBucket } from '../../../lambdas/archive/storage/archive-bucket.ts'
import { originalKey } from '../../../lambdas/archive/storage/object-keys.ts'
import { openingRow } from '../../../layers/receipts/src/issuing/rows/index.ts'
import { archiveIndex } from '../../../layers/search/src/conversations/index/archive-index.ts'
import { packReader } from '../../../layers/search/src/conversations/packs.ts'
import { uploadRow } from '../../../layers/search/src/conversations/rows/upload-rows.ts'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { TABLE } from '../../support/table-world.ts'

const [endpoint = '', folder = '', path = '', withIndex] = process.argv.slice(2)
const message = { workspace: 'w', upload: 'u' }

/** Returns the path of an object in a folder that serves as the bucket. One of the objects is the export. */
const fileOf = (key: string): string =>
  key === originalKey(message.workspace, message.upload)
    ? path
    : join(folder, createHash('sha256').update(key).digest('hex'))

const bucket: ArchiveBucket = {
  async put(key, body) {
    await mkdir(dirname(fileOf(key)), { recursive: true })
    await writeFile(fileOf(key), body)
  },
  async read(key, { range } = {}) {
    const file = await open(fileOf(key)).catch(() => undefined)
    if (!file) return undefined
    const { start = 0, end = (await file.stat()).size } = range ?? {}
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(end - start), 0, end - start, start)
    await file.close()
    return buffer.subarray(0, bytesRead)
  },
  async head(key) {
    const found = await stat(fileOf(key)).catch(() => undefined)
    return found && { etag: '"e"', size: found.size }
  },
  list: async () => [],
  remove: async (keys) => {
    for (const key of keys) await rm(fileOf(key), { force: true })
  },
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
const plain = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
const db = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } })
const now = () => new Date()
const table = { db, table: TABLE, now }
const uploads = rowTable(uploadRow, table)
const imports = ingestTable(table)
let ids = 0
const newId = () => `id-${process.pid}-${ids++}`
const bus: EventBus = { send: async (events) => events }
const merges = { request: async () => undefined }
const noIndex: ImportIndex = { add: async () => undefined, remove: async () => undefined, isSettled: async () => true }
const index =
  withIndex === 'true'
    ? archiveIndex({ ...table, bucket, embedding: offlineEmbedding, spend: memorySpendGuard(), merges, newId })
    : noIndex

let rss = 0
const watch = setInterval(() => {
  rss = Math.max(rss, process.memoryUsage.rss())
}, 50)

const { size } = await stat(path)
const at = now().toISOString()
const row = { ...message, name: 'export.json', bytes: size, state: 'uploaded' as const, created_at: at, expires_at: at }
await uploads.putNew(row, row)
await imports.begin(message, size)
const began = performance.now()
const work = workOnImport({
  uploads,
  openings: rowTable(openingRow, table),
  imports,
  files: fileTable(table),
  slices: sliceTable(table),
  ends: importEnds({ ...table, outbox: outbox({ table: outboxTable(table), bus, log: { warn: console.error } }) }),
  importRows: importTable(table),
  conversations: conversationTable(table),
  packs: packReader({ bucket }),
  bucket,
  parts: {} as PartUploads,
  index,
  queue: { send: async () => undefined },
  limits: BATCH_LIMITS,
  newId,
  now,
  sleep: wait,
  log: { info: () => undefined, error: console.error },
})
// There is no queue here, so a worker polls for work.
for (;;) {
  await work(message, () => false)
  if ((await imports.get(message))?.standing === 'ended') break
  await wait(50)
}
const seconds = (performance.now() - began) / 1000
clearInterval(watch)
const finalImport = await imports.get(message)
if (finalImport?.state !== 'completed')
  throw new Error(`The import is ${finalImport?.state} ${finalImport?.failure ?? ''}`)
process.send?.({ seen: finalImport.counts.seen, seconds, rssMb: rss / 1e6 })
process.disconnect?.()
plain.destroy()
