import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddingFault, type EmbeddingModel, type InputType } from './embedding-model.ts'

const ATTEMPTS_MAX = 5
/** Average of the first random pause. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 200

export interface EmbedAllOptions {
  readonly signal: AbortSignal
  readonly wait?: (ms: number) => Promise<unknown>
}

const withRetries = async (
  model: EmbeddingModel,
  texts: readonly string[],
  input: InputType,
  { signal, wait = (ms) => pause(ms * Math.random(), undefined, { signal }) }: EmbedAllOptions,
): Promise<readonly Float32Array[]> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await model.embed(texts, input, signal)
    } catch (error) {
      const isTransient = error instanceof EmbeddingFault && error.isTransient
      if (!isTransient || attempt === ATTEMPTS_MAX) throw error
      await wait(FIRST_PAUSE_MS * 2 ** attempt)
    }
  }
}

/**
 * Returns a vector for each text, in order. Identical texts are embedded once. Each call contains as many texts as the
 * model accepts; a failed call is retried separately.
 * @throws EmbeddingFault if a call keeps failing, or fails permanently.
 */
export const embedAll = async (
  model: EmbeddingModel,
  texts: readonly string[],
  input: InputType,
  options: EmbedAllOptions,
): Promise<readonly Float32Array[]> => {
  const distinctTexts = [...new Set(texts)]
  const vectors = new Map<string, Float32Array>()
  for (let start = 0; start < distinctTexts.length; start += model.batchSize) {
    const batchTexts = distinctTexts.slice(start, start + model.batchSize)
    const batchVectors = await withRetries(model, batchTexts, input, options)
    batchTexts.forEach((text, i) => {
      const vector = batchVectors[i]
      if (vector?.length !== model.dimensions)
        throw new EmbeddingFault('The model returned vectors of another size', { isTransient: false })
      vectors.set(text, vector)
    })
  }
  return texts.map((text) => vectors.get(text) ?? new Float32Array(model.dimensions))
}
