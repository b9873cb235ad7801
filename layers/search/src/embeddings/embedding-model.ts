import type { VectorSpace } from '../index/vector-space.ts'

/**
 * The purpose of an embedding. A model may embed queries and documents differently. Queries are compared with documents
 * only.
 */
export type InputType = 'document' | 'query'

/** A model that computes vectors of texts, with one attempt per call. */
export interface EmbeddingModel extends VectorSpace {
  readonly batchSize: number
  /**
   * Returns one vector of length 1 per text, in order; all zeros for a text without content.
   * @throws EmbeddingFault for an invalid or missing response of the model.
   */
  embed(texts: readonly string[], input: InputType, signal: AbortSignal): Promise<readonly Float32Array[]>
}

/** An invalid or missing response of the model. The message contains no text. */
export class EmbeddingFault extends Error {
  override readonly name = 'EmbeddingFault'
  readonly isTransient: boolean

  constructor(message: string, { isTransient }: { readonly isTransient: boolean }) {
    super(message)
    this.isTransient = isTransient
  }
}

/** Scales a vector to length 1, in place; zeros stay zeros. */
export const normalize = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (const value of vector) sum += value * value
  if (sum === 0) return vector
  const scale = 1 / Math.sqrt(sum)
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale
  return vector
}
