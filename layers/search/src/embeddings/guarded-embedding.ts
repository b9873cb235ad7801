import { Buffer } from 'node:buffer'
import { Refusal, type SpendGuard, type SpendRefusal } from '@signet/kernel'
import { EmbeddingFault, type EmbeddingModel } from './embedding-model.ts'
import { offlineEmbedding } from './offline-embedding.ts'

/** The stage has reached its daily limit of embedded tokens. The model was not called. */
export class EmbeddingsUsedUp extends EmbeddingFault {
  readonly refusal: SpendRefusal
  constructor(refusal: SpendRefusal) {
    super(refusal.message, false)
    this.refusal = refusal
  }
}

/** Prose has four bytes per token, and scripts of three bytes per letter at most one token per letter. */
const BYTES_PER_TOKEN = 3

/** Estimates the tokens of texts, rather too high, because the models' responses contain no count. */
export const embeddedTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)), 0)

/**
 * Limits the model to the tokens that the stage may embed per day. The offline model is free: it stops at the limit,
 * but is not counted. A call without a response stays counted, unless the model refused it.
 */
export const guardedEmbedding = (
  model: EmbeddingModel,
  spend: Pick<SpendGuard, 'reserve' | 'check'>,
): EmbeddingModel => ({
  ...model,
  async embed(texts, input, signal) {
    const tokens = embeddedTokens(texts)
    if (model.model === offlineEmbedding.model) {
      const shut = await spend.check('embedding-tokens', tokens)
      if (shut) throw new EmbeddingsUsedUp(shut)
      return model.embed(texts, input, signal)
    }
    const reserved = await spend.reserve('embedding-tokens', tokens)
    if (reserved instanceof Refusal) throw new EmbeddingsUsedUp(reserved)
    try {
      return await model.embed(texts, input, signal)
    } catch (error) {
      if (error instanceof EmbeddingFault && error.isTransient) await reserved.settle(0)
      throw error
    }
  },
})
