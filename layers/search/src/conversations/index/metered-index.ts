import { type EmbeddingModel, embedAll, embeddedTokens } from '../../embeddings/index.ts'
import type { Embedder, SearchIndex } from '../../index/index.ts'
import type { Counts, Meter } from '../meter-table.ts'

/** Time limits: long enough for a batch of documents with retries, and shorter for the query of a waiting user. */
const DOCUMENTS_MS = 120_000
const QUERY_MS = 5_000

export const embedder = (model: EmbeddingModel): Embedder => {
  const { dimensions, isSemantic } = model
  return {
    model: model.model,
    dimensions,
    isSemantic,
    documents: (texts) => embedAll(model, texts, 'document', { signal: AbortSignal.timeout(DOCUMENTS_MS) }),
    async query(text) {
      try {
        const [values] = await embedAll(model, [text], 'query', { signal: AbortSignal.timeout(QUERY_MS) })
        return values
      } catch {
        return undefined
      }
    },
  }
}

const countingModel = (embedding: EmbeddingModel, note: (counts: Counts) => void): EmbeddingModel => ({
  ...embedding,
  embed(texts, input, signal) {
    const windows = input === 'document' ? texts.length : 0
    note({
      embedding_calls: 1,
      embedding_texts: texts.length,
      windows,
      embedding_tokens: embeddedTokens(texts),
    })
    return embedding.embed(texts, input, signal)
  },
})

/** Returns an index that counts embeddings for the workspace that causes them. `buildIndex` builds it for a model. */
export const meteredIndex = (
  buildIndex: (embedding: Embedder) => SearchIndex,
  embedding: EmbeddingModel,
  { note, flush }: Meter,
): SearchIndex => {
  const indexFor = (workspace: string): SearchIndex =>
    buildIndex(embedder(countingModel(embedding, (counts) => note(workspace, counts))))
  const unmeteredIndex = buildIndex(embedder(embedding))
  return {
    ...unmeteredIndex,
    add: (batch) => indexFor(batch.workspace).add(batch).finally(flush),
    // The route of the search counts further usage and writes all counts together.
    search: (query) => indexFor(query.workspace).search(query),
  }
}
