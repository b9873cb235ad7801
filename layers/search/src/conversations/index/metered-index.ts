import { type EmbeddingModel, embedAll, embeddedTokens } from '../../embeddings/index.ts'
import type { Embedder, SearchIndex } from '../../index/index.ts'
import type { Counts, Meter } from '../meter-table.ts'

/** Long enough for a batch with retries. A user's query has a shorter limit. */
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

const counting = (embedding: EmbeddingModel, note: (counts: Counts) => void): EmbeddingModel => ({
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

/** Wraps an index to count embeddings for the workspace that causes them. `of` builds the index over a model. */
export const meteredIndex = (
  of: (embedding: Embedder) => SearchIndex,
  embedding: EmbeddingModel,
  { note, flush }: Meter,
): SearchIndex => {
  const indexOf = (workspace: string): SearchIndex =>
    of(embedder(counting(embedding, (counts) => note(workspace, counts))))
  const plain = of(embedder(embedding))
  return {
    ...plain,
    add: (batch) => indexOf(batch.workspace).add(batch).finally(flush),
    // A search counts further usage and writes all counts together.
    search: (query) => indexOf(query.workspace).search(query),
  }
}
