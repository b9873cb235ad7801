/** The model and settings that made a vector. Vectors of different spaces cannot be compared. */
export interface VectorSpace {
  readonly model: string
  readonly dimensions: number
  /** Whether nearness is nearness of meaning. False: only of spelling, and a cosine is no measure to show to people. */
  readonly isSemantic: boolean
}

/** Makes vectors of one space, each of length 1. */
export interface Embedder extends VectorSpace {
  /** One vector a text, in their order. @throws Error if the model keeps failing */
  documents(texts: readonly string[]): Promise<readonly Float32Array[]>
  /** Undefined if the model does not answer in time: search then uses words only. */
  query(text: string): Promise<Float32Array | undefined>
}

/** The space as a string that is equal for comparable vectors only. */
export const spaceName = ({ model, dimensions }: VectorSpace): string => `${model}/${dimensions}/document`
