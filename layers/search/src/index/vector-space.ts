/** The model and settings of a vector. Vectors of different spaces cannot be compared. */
export interface VectorSpace {
  readonly model: string
  readonly dimensions: number
  /**
   * True if near vectors mean similar texts. False if they mean similar spelling; such a cosine must not be shown to
   * users.
   */
  readonly isSemantic: boolean
}

/** Computes vectors of one space, each of length 1. */
export interface Embedder extends VectorSpace {
  /**
   * Returns one vector per text, in order.
   * @throws Error if the model keeps failing
   */
  documents(texts: readonly string[]): Promise<readonly Float32Array[]>
  /** Returns undefined if the model does not respond in time: search then uses words only. */
  query(text: string): Promise<Float32Array | undefined>
}

/** Names the space by a string that is equal for comparable vectors only. */
export const spaceName = ({ model, dimensions }: VectorSpace): string => `${model}/${dimensions}/document`
