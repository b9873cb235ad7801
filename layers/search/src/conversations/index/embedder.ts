import { type EmbeddingModel, embedAll } from '../../embeddings/index.ts'
import type { Embedder } from '../../index/index.ts'

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
