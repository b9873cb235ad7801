import { type EmbeddingModel, embedAll } from '@signet/embeddings'

/** Long enough for a batch with retries. A user's query has a shorter limit. */
const EMBEDDING_MS = 120_000
const QUERY_EMBEDDING_MS = 5_000

/** Vectors of documents. @throws EmbeddingFault if the model keeps failing */
export const documentVectors = (
  embedding: EmbeddingModel,
  texts: readonly string[],
): Promise<readonly Float32Array[]> =>
  embedAll(embedding, texts, 'document', { signal: AbortSignal.timeout(EMBEDDING_MS) })

/** The vector of a query; undefined if the model does not answer in time. Search then uses words only. */
export const queryVector = async (embedding: EmbeddingModel, text: string): Promise<Float32Array | undefined> => {
  try {
    const [values] = await embedAll(embedding, [text], 'query', { signal: AbortSignal.timeout(QUERY_EMBEDDING_MS) })
    return values
  } catch {
    return undefined
  }
}
