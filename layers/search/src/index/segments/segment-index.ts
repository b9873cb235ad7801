import type { Clock, NewId } from '@signet/kernel'
import pMap from 'p-map'
import { batchName } from '../batch-name.ts'
import type { IndexBatch, IndexQuery, SearchIndex, SearchResult } from '../search-index.ts'
import { type Embedder, spaceName } from '../vector-space.ts'
import { buildSegment, type ConversationFacts, type SegmentObjects } from './build-segment.ts'
import type { QueryVector } from './nearest-windows.ts'
import { rankWindows } from './ranked-windows.ts'
import { readPassages } from './read-passages.ts'
import type { Segment } from './segment.ts'
import type { SegmentBucket } from './segment-bucket.ts'
import type { SegmentCache } from './segment-cache.ts'
import type { SegmentList } from './segment-list.ts'
import { versionName, versionsIn } from './version-name.ts'

const LOADS_AT_ONCE = 8

/** Segments may be merged, and so removed, while they are opened. */
const ATTEMPTS_MAX = 3

export interface SegmentIndexDeps {
  readonly list: SegmentList
  readonly bucket: SegmentBucket
  readonly cache: SegmentCache
  readonly embedding: Embedder
  readonly merges: { request(workspace: string): Promise<void> }
  readonly now: Clock
  readonly newId: NewId
}

const objectsOf = async ({ embedding }: SegmentIndexDeps, { conversations }: IndexBatch): Promise<SegmentObjects> => {
  const windowed = conversations.map(({ conversationId, version, vendor, model, windows }) => ({
    facts: { id: conversationId, version, vendor, model },
    windows,
  }))
  const texts = windowed.flatMap(({ windows }) => windows.map(({ text }) => text))
  const vectors = await embedding.documents(texts)
  let start = 0
  const withVectors = windowed.map((conversation) => {
    const conversationVectors = vectors.slice(start, start + conversation.windows.length)
    start += conversation.windows.length
    return { ...conversation, vectors: conversationVectors }
  })
  const { model, dimensions, isSemantic } = embedding
  return buildSegment({ model, dimensions, isSemantic }, withVectors)
}

const addBatch = async (deps: SegmentIndexDeps, batch: IndexBatch): Promise<void> => {
  const { list, bucket, embedding, merges, now } = deps
  const { workspace } = batch
  const id = batchName(workspace, batch.batchId)
  if (await list.hasBatch(workspace, id)) return
  const { resident, texts, windows } = await objectsOf(deps, batch)
  if (windows === 0) return list.add(workspace, id, undefined)
  const keys = bucket.keysOf(workspace, id)
  // Objects are written first, because a listed segment must be readable.
  await Promise.all([bucket.put(keys.resident, resident), bucket.put(keys.texts, texts)])
  const row = { id, space: spaceName(embedding), windows, bytes: resident.length, added_at: now().toISOString() }
  await list.add(workspace, id, row)
  await merges.request(workspace)
}

/** Opens the current segments of a workspace; undefined if one was merged in the meantime. */
const openSegments = async ({ list, cache, embedding }: SegmentIndexDeps, workspace: string) => {
  const [live, removals] = await Promise.all([list.live(workspace), list.removals(workspace)])
  const segments = await pMap(live, ({ id }) => cache.open(workspace, id), { concurrency: LOADS_AT_ONCE })
  if (segments.some((segment) => segment === undefined)) return undefined
  const addedAt = new Map(live.map(({ id, added_at }) => [id, added_at]))
  const removed = removals.map(({ removed_at, conversations }) => ({ removed_at, ids: new Set(conversations) }))
  const currentIds = new Set(live.filter(({ space }) => space === spaceName(embedding)).map(({ id }) => id))
  // Content that is added again after a model change exists twice until the merge. Search uses the newer vectors.
  const currentVersions =
    currentIds.size < live.length ? versionsIn(segments.filter((each) => each && currentIds.has(each.id))) : undefined
  const isRemoved = ({ id }: Segment, facts: ConversationFacts) =>
    (!currentIds.has(id) && currentVersions?.has(versionName(facts)) === true) ||
    removed.some(({ removed_at, ids }) => removed_at >= (addedAt.get(id) ?? '') && ids.has(facts.id))
  return { segments: segments as Segment[], isRemoved }
}

/** A vector without neighbors. If a query cannot be embedded, search uses words only. */
const NO_VECTOR: QueryVector = {
  space: { model: 'none', dimensions: 0, isSemantic: false },
  values: new Float32Array(0),
}

const vectorOf = async (embedding: Embedder, text: string): Promise<QueryVector> => {
  const values = await embedding.query(text)
  return values ? { space: embedding, values } : NO_VECTOR
}

const searchSegments = async (deps: SegmentIndexDeps, { workspace, ...query }: IndexQuery): Promise<SearchResult> => {
  const { embedding } = deps
  const vector = vectorOf(embedding, query.text)
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const segmentSet = await openSegments(deps, workspace)
    if (segmentSet === undefined) continue
    return rankWindows(segmentSet.segments, { ...query, vector: await vector, isRemoved: segmentSet.isRemoved })
  }
  throw new Error('The segments of an archive were merged faster than they could be read')
}

const currentSegments = async ({ list, cache, embedding }: SegmentIndexDeps, workspace: string) => {
  const live = (await list.live(workspace)).filter(({ space }) => space === spaceName(embedding))
  return pMap(live, ({ id }) => cache.open(workspace, id), { concurrency: LOADS_AT_ONCE })
}

/** An index of immutable segments in a bucket. No cost when idle; added content is searchable immediately. */
export const segmentIndex = (deps: SegmentIndexDeps): SearchIndex => ({
  format: `segments ${spaceName(deps.embedding)}`,
  async missing(workspace, conversations) {
    const versions = versionsIn(await currentSegments(deps, workspace))
    const missing = conversations.filter(
      ({ conversationId: id, version }) => !versions.has(versionName({ id, version })),
    )
    return new Set(missing.map(({ conversationId }) => conversationId))
  },
  // merge-segments.ts removes a segment of another model when newer segments contain all its content.
  dropOutdated: async () => undefined,
  windows: async (workspace) => (await deps.list.live(workspace)).reduce((sum, { windows }) => sum + windows, 0),
  add: (batch) => addBatch(deps, batch),
  async remove(workspace, conversationIds) {
    await deps.list.remove(workspace, deps.newId(), conversationIds)
    await deps.merges.request(workspace)
  },
  search: (query) => searchSegments(deps, query),
  passages: (workspace, hits) => readPassages(deps, workspace, hits),
  isSettled: (workspace, batchId) => deps.list.hasBatch(workspace, batchName(workspace, batchId)),
})
