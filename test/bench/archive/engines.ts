import { DatabaseSync } from 'node:sqlite'
import type { Window } from '@signet/search/index'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import {
  buildSegment,
  type SegmentObjects,
  segmentObjects,
} from '../../../layers/search/src/index/segments/build-segment.ts'
import { mergeParts } from '../../../layers/search/src/index/segments/merge-parts.ts'
import { rankWindows } from '../../../layers/search/src/index/segments/ranked-windows.ts'
import { openSegment } from '../../../layers/search/src/index/segments/segment.ts'

/** The windows of one conversation. */
export interface ConversationWindows {
  readonly id: string
  readonly windows: readonly Window[]
}

/** A search engine for windows. */
export interface Engine {
  add(conversations: readonly ConversationWindows[]): Promise<void>
  /** Waits until everything is added. */
  done(): Promise<void>
  search(query: string): Promise<number>
  /** Returns the size of the index with its texts in bytes; NaN for an index in memory. */
  bytes(): number
}

const LIMIT = 200
const SEGMENTS_PER_MERGE = 40

const segments = (): Engine => {
  const built: SegmentObjects[] = []
  const merged: SegmentObjects[] = []
  let openSegments: ReturnType<typeof openSegment>[] = []
  const signal = AbortSignal.timeout(3_600_000)
  return {
    async add(conversations) {
      const withVectors = await Promise.all(
        conversations.map(async ({ id, windows }) => ({
          facts: { id, version: '0'.repeat(64), vendor: 'chatgpt' as const, model: null },
          windows,
          vectors: await offlineEmbedding.embed(
            windows.map(({ text }) => text),
            'document',
            signal,
          ),
        })),
      )
      const { model, dimensions, isSemantic } = offlineEmbedding
      built.push(buildSegment({ model, dimensions, isSemantic }, withVectors))
    },
    async done() {
      for (let from = 0; from < built.length; from += SEGMENTS_PER_MERGE) {
        const inputs = built.slice(from, from + SEGMENTS_PER_MERGE).map(({ resident, texts }, i) => ({
          segment: openSegment(`s${from + i}`, resident),
          texts,
          isKept: () => true,
        }))
        merged.push(segmentObjects(mergeParts(inputs)))
      }
      openSegments = merged.map(({ resident }, i) => openSegment(`m${i}`, resident))
      built.length = 0
    },
    async search(text) {
      const [values = new Float32Array(offlineEmbedding.dimensions)] = await offlineEmbedding.embed(
        [text],
        'query',
        signal,
      )
      const vector = { space: offlineEmbedding, values }
      const query = { text, limit: LIMIT, branches: 'active', filter: {}, vector, isRemoved: () => false } as const
      return rankWindows(openSegments, query).windows.length
    },
    bytes: () => merged.reduce((sum, { resident, texts }) => sum + resident.length + texts.length, 0),
  }
}

const fts5 = (): Engine => {
  const db = new DatabaseSync(':memory:')
  db.exec("CREATE VIRTUAL TABLE windows USING fts5(text, tokenize = 'porter unicode61')")
  const insert = db.prepare('INSERT INTO windows (text) VALUES (?)')
  const find = db.prepare(`SELECT rowid FROM windows WHERE windows MATCH ? ORDER BY rank LIMIT ${LIMIT}`)
  return {
    async add(conversations) {
      db.exec('BEGIN')
      for (const { windows } of conversations) for (const { text } of windows) insert.run(text)
      db.exec('COMMIT')
    },
    async done() {
      db.exec("INSERT INTO windows (windows) VALUES ('optimize')")
    },
    async search(query) {
      const terms = query.split(' ').map((term) => `"${term}"`)
      return find.all(terms.join(' OR ')).length
    },
    bytes() {
      const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number }
      const { page_size: size } = db.prepare('PRAGMA page_size').get() as { page_size: number }
      return pages * size
    },
  }
}

const minisearch = async (): Promise<Engine> => {
  const { default: MiniSearch } = await import('minisearch')
  const index = new MiniSearch<{ id: number; text: string }>({ fields: ['text'] })
  let id = 0
  return {
    async add(conversations) {
      index.addAll(conversations.flatMap(({ windows }) => windows.map(({ text }) => ({ id: id++, text }))))
    },
    async done() {},
    async search(query) {
      return index.search(query).slice(0, LIMIT).length
    },
    bytes: () => Number.NaN,
  }
}

/** The compared engines, by name. */
export const ENGINES: Readonly<Record<string, () => Engine | Promise<Engine>>> = { segments, fts5, minisearch }
