import type { IndexBatch } from '../search-index.ts'
import { termsOf } from '../terms-of.ts'
import { type Embedder, spaceName } from '../vector-space.ts'

export interface WindowDocument {
  readonly chunkKey: string
  readonly conversationId: string
  readonly sourceVersion: string
  readonly space: string
  readonly [field: string]: unknown
}

/** Dates that OpenSearch accepts; it would refuse a window with another format. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** Digits of a vector's numbers: the error of a cosine stays below 0.0001. */
const VECTOR_DIGITS = 5

export const roundedVector = (vector: Float32Array): number[] =>
  Array.from(vector, (value) => Number(value.toFixed(VECTOR_DIGITS)))

const VERSION_CHARACTERS = 16

export const windowDocuments = async (
  embedding: Embedder,
  workspace: string,
  conversations: IndexBatch['conversations'],
): Promise<WindowDocument[]> => {
  const windows = conversations.flatMap(({ windows, ...facts }) => windows.map((window) => ({ ...facts, window })))
  const vectors = await embedding.documents(windows.map(({ window }) => window.text))
  return windows.map(({ conversationId, version, vendor, model, window }, i) => ({
    chunkKey: `${window.windowKey}-${version.slice(0, VERSION_CHARACTERS)}`,
    workspaceId: workspace,
    conversationId,
    sourceVersion: version,
    vendor,
    ...(model === null ? {} : { model }),
    branch: window.branch,
    kind: window.kind,
    windowKey: window.windowKey,
    ...(window.createdAt !== null && DATE.test(window.createdAt) ? { createdAt: window.createdAt } : {}),
    messageIds: window.messageIds,
    text: window.text,
    terms: termsOf(window.text).join(' '),
    space: spaceName(embedding),
    vec: roundedVector(vectors[i] ?? new Float32Array(embedding.dimensions)),
  }))
}
