/** The one index of the collection. Workspaces share it: every query holds the workspace. */
export const COLLECTION_INDEX = 'windows'

/** What every embedding model that can be configured makes (layers/embeddings). */
const DIMENSIONS = 256

const keyword = { type: 'keyword' } as const

/** Fields of a window in OpenSearch, as its REST API and CloudFormation name them. */
export const COLLECTION_FIELDS = {
  /** Window and version: what was sent twice has it twice. Vector collections take no ids of a caller. */
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
  /** Batch of an import, request that brought it, and when that was. */
  batch: keyword,
  send: keyword,
  addedAt: { type: 'date' },
  /** What is shown. It is found by its terms. */
  text: { type: 'text', index: false },
  /** Stems and pairs of characters with spaces between, made as for segments: both indexes know the same words. */
  terms: { type: 'text', analyzer: 'whitespace' },
  /** Whose vector it is: vectors of two models are not compared. */
  space: keyword,
  vec: {
    type: 'knn_vector',
    dimension: DIMENSIONS,
    // Of vectors of length 1 the inner product is the cosine; it takes a vector of zeros, too, which the cosine does not.
    method: { name: 'hnsw', engine: 'faiss', space_type: 'innerproduct' },
  },
} as const
