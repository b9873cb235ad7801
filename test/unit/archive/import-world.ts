import { createHash } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { Conversation } from '@signet/chat-exports'
import type { CloudEvent } from '@signet/contracts/events'
import { rowTable } from '@signet/kernel'
import { ObjectChanged, type PartUploads } from '@signet/kernel/bucket'
import { type EventBus, outbox, outboxTable } from '@signet/kernel/events'
import { openingRow } from '@signet/receipts/rows'
import type { IndexBatch } from '@signet/search/index'
import { conversationTable } from '../../../lambdas/archive/conversations/conversation-table.ts'
import { type BatchLimits, SLICE_LIMITS } from '../../../lambdas/archive/ingest/batches.ts'
import { fileTable } from '../../../lambdas/archive/ingest/file-table.ts'
import { importEnds } from '../../../lambdas/archive/ingest/import-ends.ts'
import { importTable } from '../../../lambdas/archive/ingest/import-table.ts'
import type { ImportIndex, IngestDeps } from '../../../lambdas/archive/ingest/ingest-deps.ts'
import type { IngestMessage } from '../../../lambdas/archive/ingest/ingest-queue.ts'
import { type IngestRow, ingestTable } from '../../../lambdas/archive/ingest/ingest-table.ts'
import { sliceTable } from '../../../lambdas/archive/ingest/slice-table.ts'
import { workOnImport } from '../../../lambdas/archive/ingest/work-on-import.ts'
import type { ArchiveBucket } from '../../../lambdas/archive/storage/archive-bucket.ts'
import { originalKey } from '../../../lambdas/archive/storage/object-keys.ts'
import { packReader } from '../../../layers/search/src/conversations/packs.ts'
import type { ConversationRow } from '../../../layers/search/src/conversations/read-conversations.ts'
import { uploadRow } from '../../../layers/search/src/conversations/rows/upload-rows.ts'
import { openTable, TABLE } from '../../support/table-world.ts'

const etagOf = (bytes: Uint8Array) => `"${createHash('md5').update(bytes).digest('hex')}"`

/** A bucket in memory, with multipart uploads. */
export const memoryStorage = () => {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const bucket: ArchiveBucket = {
    put: async (key, body) => void objects.set(key, Buffer.from(body)),
    async read(key, { range, etag } = {}) {
      const stored = objects.get(key)
      if (stored && etag && etag !== etagOf(stored)) throw new ObjectChanged(key)
      // S3 refuses a range that starts after the end.
      if (stored && range && range.start >= stored.length) throw new Error(`S3 answered 416 to GET ${key}`)
      return range ? stored?.subarray(range.start, range.end) : stored
    },
    async head(key) {
      const bytes = objects.get(key)
      return bytes && { etag: etagOf(bytes), size: bytes.length }
    },
    list: async (prefix) =>
      [...objects.keys()]
        .filter((key) => key.startsWith(prefix))
        .sort()
        .slice(0, 1000),
    remove: async (keys) => {
      for (const key of keys) objects.delete(key)
    },
  }
  const partsOf = (id: string) =>
    [...(uploads.get(id) ?? [])].map(([number, bytes]) => ({ number, etag: etagOf(bytes), size: bytes.length }))
  const parts: PartUploads = {
    async create() {
      const id = `parts-${uploads.size}`
      uploads.set(id, new Map())
      return id
    },
    partUrl: async (key, id, { number }) => `https://bucket.test/${key}?partNumber=${number}&uploadId=${id}`,
    async putPart(_key, id, number, body) {
      uploads.get(id)?.set(number, Buffer.from(body))
      return etagOf(body)
    },
    part: async (_key, id, number) => partsOf(id).find((part) => part.number === number),
    parts: async (_key, id) => (uploads.has(id) ? partsOf(id) : undefined),
    async complete(key, id, chosen) {
      const storedParts = uploads.get(id)
      if (storedParts)
        objects.set(key, Buffer.concat(chosen.map(({ number }) => storedParts.get(number) ?? Buffer.alloc(0))))
      return uploads.delete(id)
    },
    abort: async (_key, id) => void uploads.delete(id),
  }
  return { objects, bucket, parts }
}

/** An index that records its input. */
export interface MemoryIndex extends ImportIndex {
  readonly batches: ReadonlyMap<string, IndexBatch>
  /** Ids of all removed conversations. */
  readonly removed: readonly string[]
  /** Ids of removed conversations by request. */
  readonly removals: readonly (readonly string[])[]
}

const memoryIndex = (): MemoryIndex => {
  const batches = new Map<string, IndexBatch>()
  const removals: (readonly string[])[] = []
  return {
    batches,
    removals,
    get removed() {
      return removals.flat()
    },
    add: async (batch: IndexBatch) => {
      if (!batches.has(batch.batchId)) batches.set(batch.batchId, batch)
    },
    remove: async (_workspace: string, ids: readonly string[]) => void removals.push(ids),
    isSettled: async (_workspace: string, id: string) => batches.has(id),
  }
}

const START = Date.parse('2026-05-01T00:00:00Z')

/** Members of rows that may differ between two runs with the same result. */
const VOLATILE = new Set([
  'revision',
  'lease',
  'due',
  'began_at',
  'ended_at',
  'checkpoint_at',
  'queued_at',
  'last_batch',
])

/** Limits with small batches, so that a few conversations are in several batches. */
export const SMALL_BATCHES: BatchLimits = { items: 3, bytes: 1_000_000, passBytes: 1_000_000, slices: SLICE_LIMITS }

/** Opens imports with the embedded table, a bucket in memory and an index in memory. */
export const openImports = async (limits: BatchLimits = SMALL_BATCHES) => {
  const world = await openTable()
  const clock = { at: START }
  const now = () => new Date(clock.at)
  const table = { db: world.db, table: TABLE, now }
  let ids = 0

  /** Returns an empty archive. Removes the rows of the previous one. */
  const newArchive = async () => {
    clock.at = START
    for (const { pk, sk } of await world.rows())
      await world.db.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }))
    const storage = memoryStorage()
    const index = memoryIndex()
    const queuedMessages: unknown[] = []
    const busEvents: CloudEvent[] = []
    const bus: EventBus & { isUnavailable: boolean } = {
      isUnavailable: false,
      async send(events) {
        if (bus.isUnavailable) throw new Error('The bus is unavailable')
        busEvents.push(...events)
        return events
      },
    }
    const deps: IngestDeps = {
      uploads: rowTable(uploadRow, table),
      imports: ingestTable(table),
      files: fileTable(table),
      slices: sliceTable(table),
      ends: importEnds({
        ...table,
        outbox: outbox({ table: outboxTable(table), bus, log: { warn: () => undefined } }),
      }),
      importRows: importTable(table),
      openings: rowTable(openingRow, table),
      conversations: conversationTable(table),
      packs: packReader(storage),
      bucket: storage.bucket,
      parts: storage.parts,
      index,
      queue: { send: async (message) => void queuedMessages.push(message) },
      limits,
      newId: () => `lease-${ids++}`,
      now,
      sleep: async () => undefined,
      log: { info: () => undefined, error: () => undefined },
    }
    const workspace = 'w'
    const message = (upload: string) => ({ workspace, upload })
    const conversations = async () => (await world.rows(`CONV#${workspace}`)) as never as ConversationRow[]
    return {
      deps,
      workspace,
      index,
      queuedMessages,
      /** Events that the bus received. */
      busEvents,
      bus,
      /** Returns the events that are not published yet. */
      pendingEvents: () => world.rows('OUTBOX#'),
      objects: storage.objects,
      /** Stores a file as an upload and starts its import. */
      async upload(upload: string, file: Buffer, name = 'conversations.json') {
        await deps.bucket.put(originalKey(workspace, upload), file)
        const createdAt = now().toISOString()
        const row = {
          workspace,
          upload,
          name,
          bytes: file.length,
          state: 'uploaded' as const,
          created_at: createdAt,
          expires_at: createdAt,
        }
        await deps.uploads.putNew(row, row)
        await deps.imports.begin(message(upload), file.length)
      },
      /**
       * Works on an import until it is done. A run ends when `isTimeUp` returns true after a step, and the next run
       * continues.
       */
      async work(
        upload: string,
        isTimeUp: () => boolean = () => false,
        workerDeps: IngestDeps = deps,
      ): Promise<IngestRow | undefined> {
        for (let runs = 0; runs < 200; runs++) {
          await workOnImport(workerDeps)(message(upload), isTimeUp)
          const row = await deps.imports.get(message(upload))
          if (row?.standing !== 'open') return row
        }
        throw new Error('The import does not end')
      },
      workOnce: (upload: string) => workOnImport(deps)(message(upload), () => false),
      /** Several workers process an import concurrently, each from the queue, until it is done. */
      async workTogether(
        upload: string,
        workers: number,
        workerDeps: IngestDeps = deps,
      ): Promise<IngestRow | undefined> {
        const pending = [message(upload)]
        const queue = { send: async (next: IngestMessage) => void pending.push(next) }
        const worker = async () => {
          for (let next = pending.shift(); next; next = pending.shift()) {
            await workOnImport({ ...workerDeps, queue })(next, () => false)
          }
        }
        for (let round = 0; round < 200; round++) {
          await Promise.all(Array.from({ length: workers }, worker))
          const row = await deps.imports.get(message(upload))
          if (row?.standing !== 'open') return row
          if (pending.length > 0) continue
          // Wakes a worker a minute later, like the sweeper.
          clock.at += 61_000
          pending.push(message(upload))
        }
        throw new Error('The import does not end')
      },
      status: (upload: string) => deps.imports.get(message(upload)),
      async remove(upload: string) {
        const row = await deps.imports.get(message(upload))
        if (row) await deps.imports.beginDeletion(row)
      },
      conversations,
      /** Returns the names of an import's files. */
      async fileNames(upload: string): Promise<unknown[]> {
        return (await world.rows(`IMPORTFILE#${workspace}/${upload}`)).map(({ name }) => name)
      },
      /** Returns the rows of imported conversations, one per import and conversation. */
      importedConversations: () => world.rows(`IMPORT#${workspace}`),
      /** Reads every current conversation from its pack. */
      async storedConversations(): Promise<Conversation[]> {
        const packedConversations = await Promise.all((await conversations()).map(({ pack }) => deps.packs.read(pack)))
        return packedConversations.flatMap((each) => each ?? []).sort((a, b) => (a.sourceId < b.sourceId ? -1 : 1))
      },
      /** Returns everything that imports have stored, without times and leases. */
      async state() {
        const comparableRows = (await world.rows()).map((row) =>
          Object.fromEntries(
            Object.entries(row)
              .filter(([name]) => !VOLATILE.has(name) && (name !== 'gsi1sk' || !String(row.pk).startsWith('INGEST#')))
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          ),
        )
        const rows = comparableRows.sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1))
        const objects = [...storage.objects].sort(([a], [b]) => (a < b ? -1 : 1))
        return {
          rows,
          objects: objects.map(([key, bytes]) => [key, bytes.toString('base64')]),
          added: [...index.batches.values()].sort((a, b) => (a.batchId < b.batchId ? -1 : 1)),
        }
      },
    }
  }
  return { world, fresh: newArchive, clock, close: () => world.close() }
}

export type ImportsWorld = Awaited<ReturnType<typeof openImports>>
