import { Buffer } from 'node:buffer'
import { Refusal, type SpendGuard, type SpendRefusal } from '@signet/kernel'
import { EmbeddingFault, type EmbeddingModel } from './embedding-model.ts'
import { offlineEmbedding } from './offline-embedding.ts'

/** The stage has reached its daily limit of embedded tokens. The model was not called. */
export class EmbeddingLimitError extends EmbeddingFault {
  readonly refusal: SpendRefusal
  constructor(refusal: SpendRefusal) {
    super(refusal.message, { isTransient: false })
    this.refusal = refusal
  }
}

/** English text has about four bytes per token. Scripts with three bytes per letter have at most one token per letter. */
const BYTES_PER_TOKEN = 3

/** Estimates the tokens of texts, because the models' responses contain no count. The estimate tends to be too high. */
export const embeddedTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)), 0)

/**
 * Limits the model to the tokens that the stage may embed per day. The offline model is free: it stops when the limit is
 * reached, but its tokens do not count. The tokens of a failed call count, unless the model returned a transient error.
 */
export const guardedEmbedding = (
  model: EmbeddingModel,
  spend: Pick<SpendGuard, 'reserve' | 'check'>,
): EmbeddingModel => ({
  ...model,
  async embed(texts, input, signal) {
    const tokens = embeddedTokens(texts)
    if (model.model === offlineEmbedding.model) {
      const limitReached = await spend.check('embedding-tokens', tokens)
      if (limitReached) throw new EmbeddingLimitError(limitReached)
      return model.embed(texts, input, signal)
    }
    const reservation = await spend.reserve('embedding-tokens', tokens)
    if (reservation instanceof Refusal) throw new EmbeddingLimitError(reservation)
    try {
      return await model.embed(texts, input, signal)
    } catch (error) {
      if (error instanceof EmbeddingFault && error.isTransient) await reservation.settle(0)
      throw error
    }
  },
})
