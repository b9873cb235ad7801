import type { EmbeddingModel } from '@signet/search/embeddings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embedder } from '../../layers/search/src/conversations/index/metered-index.ts'
import { offlineEmbedding } from '../../layers/search/src/embeddings/offline-embedding.ts'
import { collectionFromEnvironment } from '../../layers/search/src/index/opensearch/collection-client.ts'
import { collectionIndex } from '../../layers/search/src/index/opensearch/collection-index.ts'
import { COLLECTION_INDEX } from '../../layers/search/src/index/opensearch/collection-mapping.ts'
import { sweepStrays } from '../../layers/search/src/index/opensearch/sweep-strays.ts'
import { windowTable } from '../../layers/search/src/index/opensearch/window-table.ts'
import { DEPLOYED_FIELDS } from '../../lib/stacks/deployed-fields.ts'
import { batchOf, boat, bread, describeIndex, findIn, type VersionedTalk } from '../support/index-contract.ts'
import { describeNewModel, describeSemanticIndex } from '../support/semantic-contract.ts'
import { openTable, TABLE, type TableWorld } from '../support/table-world.ts'
import { CALLER, startStrictCollection } from './strict-collection.ts'

const node = process.env.OPENSEARCH_URL ?? ''
const DIMENSIONS = 256

/** Time until a written document is visible to searches. */
const REFRESH = '1500ms'

let strict: Awaited<ReturnType<typeof startStrictCollection>>
beforeAll(async () => {
  const body = JSON.stringify({
    settings: { index: { knn: true, refresh_interval: REFRESH, number_of_replicas: 0 } },
    mappings: { properties: Object.fromEntries(DEPLOYED_FIELDS) },
  })
  const creation = await fetch(`${node}/${COLLECTION_INDEX}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!creation.ok) throw new Error(`The index was not created: ${await creation.text()}`)
  strict = await startStrictCollection(node)
})
afterAll(() => strict.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The table and clock of an earlier index, which a new index of the same collection reuses. */
interface Stores {
  readonly world: TableWorld
  readonly clock: { at: number }
}

const openCollection = async (embedding: EmbeddingModel = offlineEmbedding, existing?: Stores) => {
  const world = existing?.world ?? (await openTable())
  const clock = existing?.clock ?? { at: Date.parse('2026-05-01T00:00:00Z') }
  const collection = collectionFromEnvironment({
    COLLECTION_URL: strict.url,
    AWS_REGION: CALLER.region,
    AWS_ACCESS_KEY_ID: CALLER.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CALLER.secretAccessKey,
  })
  if (!collection) throw new Error('The collection is not open')
  const requestedSweeps: string[] = []
  const now = () => new Date(clock.at)
  const windows = windowTable({ db: world.db, table: TABLE, now })
  const sweeps = { request: async (workspace: string) => void requestedSweeps.push(workspace) }
  const newId = () => crypto.randomUUID()
  const index = collectionIndex({
    collection,
    windows,
    embedding: embedder(embedding),
    sweeps,
    now,
    newId,
    wait: async () => undefined,
  })
  return {
    world,
    index,
    windows,
    collection,
    clock,
    requestedSweeps,
    sweep: (workspace: string) => sweepStrays({ collection, windows, now, newId }, workspace),
    async add(workspace: string, batchId: string, ...talks: readonly VersionedTalk[]) {
      await index.add(batchOf(workspace, batchId, talks))
      while (!(await index.isSettled(workspace, batchId))) await pause(100)
    },
    find: findIn(index),
    close: () => world.close(),
  }
}

describeIndex('an index in a collection', openCollection)
describeSemanticIndex('a collection with a semantic embedding', openCollection, DIMENSIONS)
describeNewModel('a collection', openCollection, DIMENSIONS)

/** Returns the number of a workspace's windows in the node, duplicates included. */
const countWindows = async (workspace: string): Promise<number> => {
  const body = JSON.stringify({ query: { term: { workspaceId: workspace } } })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${node}/${COLLECTION_INDEX}/_count`, { method: 'POST', headers, body })
  return ((await response.json()) as { count: number }).count
}

const SWEEP_DELAY_MS = 30 * 60_000

describe('a collection that fails like OpenSearch Serverless', () => {
  it('settles once searches find the written windows', async () => {
    const world = await openCollection()
    await world.index.add(batchOf('slow', 'b1', [bread]))
    expect(await world.index.isSettled('slow', 'b1')).toBe(false)
    await world.add('slow', 'b1', bread)
    expect((await world.find('slow', 'sourdough')).conversations).toEqual(['bread'])
    await world.close()
  })

  it('returns each window once despite duplicate writes, and the sweep deletes the duplicates', async () => {
    const world = await openCollection()
    const talks = Array.from({ length: 6 }, (_, i) => ({ id: `talk-${i}`, said: [`Tell me about cedar number ${i}`] }))
    // One bulk request in seven gets no response: 14 batches include two of them.
    for (let batch = 0; batch < 14; batch++) {
      const batchTalks = talks.map((each) => ({ ...each, id: `${each.id}-${batch}` }))
      await world.index.add(batchOf('twice', `b${batch}`, batchTalks))
    }
    while (!(await world.index.isSettled('twice', 'b13'))) await pause(100)
    expect(strict.record.counts).toMatchObject({
      busy: expect.any(Number),
      partly: expect.any(Number),
      unanswered: expect.any(Number),
    })
    expect(Math.min(...Object.values(strict.record.counts))).toBeGreaterThan(0)
    const windowCount = 14 * talks.length
    expect(await countWindows('twice')).toBeGreaterThan(windowCount)
    const { windows } = await world.find('twice', 'cedar', { limit: 200 })
    expect(windows).toHaveLength(windowCount)
    expect(new Set(windows.map(({ position }) => position)).size).toBe(windowCount)
    expect((await world.sweep('twice')).waiting).toBeGreaterThan(0)
    world.clock.at += SWEEP_DELAY_MS
    while ((await world.sweep('twice')).waiting > 0) await pause(500)
    expect(await countWindows('twice')).toBe(windowCount)
    await world.close()
  })

  it('finishes a batch whose worker crashed before it stored the window IDs', async () => {
    const world = await openCollection()
    const crashingIndex = collectionIndex({
      collection: world.collection,
      windows: { ...world.windows, record: () => Promise.reject(new Error('killed')) },
      embedding: embedder(offlineEmbedding),
      sweeps: { request: async () => undefined },
      now: () => new Date(world.clock.at),
      newId: () => crypto.randomUUID(),
    })
    await expect(crashingIndex.add(batchOf('died', 'b1', [bread, boat]))).rejects.toThrow('killed')
    await world.add('died', 'b1', bread, boat)
    expect(world.requestedSweeps).toEqual(['died'])
    while ((await countWindows('died')) < 4) await pause(100)
    expect((await world.find('died', 'starter mooring')).windows).toHaveLength(2)
    world.clock.at += SWEEP_DELAY_MS
    while ((await world.sweep('died')).waiting > 0) await pause(500)
    expect(await countWindows('died')).toBe(2)
    expect((await world.find('died', 'starter mooring')).windows).toHaveLength(2)
    await world.close()
  })

  it('deletes removed conversations, including the leftovers of a crashed worker', async () => {
    const world = await openCollection()
    const failingWindows = { ...world.windows, record: () => Promise.reject(new Error('killed')) }
    const dependencies = {
      collection: world.collection,
      embedding: embedder(offlineEmbedding),
      newId: () => crypto.randomUUID(),
    }
    const sweeps = { request: async () => undefined }
    const dying = collectionIndex({
      ...dependencies,
      windows: failingWindows,
      sweeps,
      now: () => new Date(world.clock.at),
    })
    await world.add('wiped', 'b1', bread, boat)
    await expect(dying.add(batchOf('wiped', 'b2', [bread]))).rejects.toThrow('killed')
    await world.index.remove('wiped', ['bread'])
    world.clock.at += SWEEP_DELAY_MS
    while ((await world.sweep('wiped')).waiting > 0) await pause(500)
    expect(await countWindows('wiped')).toBe(1)
    expect(await world.windows.hidden('wiped')).toEqual([])
    await world.close()
  })

  it('receives no request that OpenSearch Serverless would refuse', () => {
    expect(strict.record.refusals).toEqual([])
  })
})
