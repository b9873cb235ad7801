import { type EmbeddingModel, spaceName } from '@signet/embeddings'
import { windowsOf } from '../../windows/windows-of.ts'
import type { IndexBatch } from '../archive-index.ts'
import { documentVectors } from '../embedded.ts'
import { termsOf } from '../segments/terms-of.ts'

/** A window in the collection, without the members that its request adds. */
export interface WindowDocument {
  readonly chunkKey: string
  readonly conversationId: string
  readonly sourceVersion: string
  readonly space: string
  readonly [field: string]: unknown
}

/** The dates that OpenSearch accepts; it would refuse a window with another. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** Digits of a vector's numbers: the error of a cosine stays below 0.0001. */
const DIGITS = 5

/** A vector as JSON. */
export const shortened = (vector: Float32Array): number[] =>
  Array.from(vector, (value) => Number(value.toFixed(DIGITS)))

const VERSION_CHARACTERS = 16

/** The windows of conversations with their vectors. */
export const windowDocuments = async (
  embedding: EmbeddingModel,
  workspace: string,
  conversations: IndexBatch['conversations'],
): Promise<WindowDocument[]> => {
  const windows = conversations.flatMap(({ conversationId, version, conversation }) =>
    windowsOf(conversationId, conversation).map((window) => ({ conversationId, version, conversation, window })),
  )
  const vectors = await documentVectors(
    embedding,
    windows.map(({ window }) => window.text),
  )
  return windows.map(({ conversationId, version, conversation, window }, i) => ({
    chunkKey: `${window.windowKey}-${version.slice(0, VERSION_CHARACTERS)}`,
    workspaceId: workspace,
    conversationId,
    sourceVersion: version,
    vendor: conversation.vendor,
    ...(conversation.model === null ? {} : { model: conversation.model }),
    branch: window.branch,
    kind: window.kind,
    windowKey: window.windowKey,
    ...(window.createdAt !== null && DATE.test(window.createdAt) ? { createdAt: window.createdAt } : {}),
    messageIds: window.messageIds,
    text: window.text,
    terms: termsOf(window.text).join(' '),
    space: spaceName(embedding),
    vec: shortened(vectors[i] ?? new Float32Array(embedding.dimensions)),
  }))
}
