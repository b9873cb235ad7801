/** The single index of the collection. Workspaces share it, so every query filters by workspace. */
export const COLLECTION_INDEX = 'windows'

/** Dimensions of every embedding model that can be configured (layers/search). */
const DIMENSIONS = 256

const keyword = { type: 'keyword' } as const

/** Fields of a window in OpenSearch, named as in its REST API and in CloudFormation. */
export const COLLECTION_FIELDS = {
  /** Window and version. A window that was sent twice occurs twice, because vector collections accept no caller ids. */
  chunkKey: keyword,
  windowKey: keyword,
  workspaceId: keyword,
  conversationId: keyword,
  sourceVersion: keyword,
  vendor: keyword,
  model: keyword,
  branch: keyword,
  kind: keyword,
  createdAt: { type: 'date' },
  messageIds: keyword,
  /** Batch of an import, the id of the request that sent the window, and its time. */
  batch: keyword,
  send: keyword,
  addedAt: { type: 'date' },
  /** Text to show. Search uses `terms`. */
  text: { type: 'text', index: false },
  /** Stems and character pairs separated by spaces, as in segments: both indexes have the same terms. */
  terms: { type: 'text', analyzer: 'whitespace' },
  /** Embedding model of the vector: vectors of different models are not comparable. */
  space: keyword,
  vec: {
    type: 'knn_vector',
    dimension: DIMENSIONS,
    // For unit vectors the inner product equals the cosine. Unlike the cosine, it also accepts zero vectors.
    method: { name: 'hnsw', engine: 'faiss', space_type: 'innerproduct' },
  },
} as const
