import { type EmbeddingModel, embedAll } from '@signet/embeddings'

/** Long enough for a batch with retries; the query of a person is given up before. */
const EMBEDDING_MS = 120_000
const QUERY_EMBEDDING_MS = 5_000

/** Vectors of what is said. @throws EmbeddingFault when the model keeps failing. */
export const documentVectors = (
  embedding: EmbeddingModel,
  texts: readonly string[],
): Promise<readonly Float32Array[]> =>
  embedAll(embedding, texts, 'document', { signal: AbortSignal.timeout(EMBEDDING_MS) })

/** The vector of a query; undefined where the model does not answer in time: words alone find then. */
export const queryVector = async (embedding: EmbeddingModel, text: string): Promise<Float32Array | undefined> => {
  try {
    const [values] = await embedAll(embedding, [text], 'query', { signal: AbortSignal.timeout(QUERY_EMBEDDING_MS) })
    return values
  } catch {
    return undefined
  }
}
