import type { VectorSpace } from '../index/vector-space.ts'

/**
 * The purpose of an embedding. A model may embed queries and documents differently; a query is only ever compared with
 * documents.
 */
export type InputType = 'document' | 'query'

/** A model that makes vectors of texts. One attempt a call. */
export interface EmbeddingModel extends VectorSpace {
  readonly batchSize: number
  /**
   * One vector of length 1 a text, in the order of the texts. Of a text that says nothing it is all zeros.
   * @throws EmbeddingFault when the model does not answer as it should.
   */
  embed(texts: readonly string[], input: InputType, signal: AbortSignal): Promise<readonly Float32Array[]>
}

/** The model did not answer as it should. Nothing of the texts is in the message. */
export class EmbeddingFault extends Error {
  override readonly name = 'EmbeddingFault'
  readonly isTransient: boolean

  constructor(message: string, isTransient: boolean) {
    super(message)
    this.isTransient = isTransient
  }
}

/** Scales a vector to length 1, in place; zeros stay zeros. */
export const normalized = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (const value of vector) sum += value * value
  if (sum === 0) return vector
  const scale = 1 / Math.sqrt(sum)
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) * scale
  return vector
}
