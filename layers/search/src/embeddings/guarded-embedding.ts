import { Buffer } from 'node:buffer'
import { Refusal, type SpendGuard, type SpendRefusal } from '@signet/kernel'
import { EmbeddingFault, type EmbeddingModel } from './embedding-model.ts'
import { offlineEmbedding } from './offline-embedding.ts'

/** The stage has embedded the tokens that it may in a day. The model was not asked. */
export class EmbeddingsUsedUp extends EmbeddingFault {
  readonly refusal: SpendRefusal
  constructor(refusal: SpendRefusal) {
    super(refusal.message, false)
    this.refusal = refusal
  }
}

/** Running text has four bytes a token, and scripts of three bytes a letter at most one token a letter. */
const BYTES_A_TOKEN = 3

/** Tokens of texts, rather more than the models count. They tell no count of their own in their answers. */
export const embeddedTokens = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(Buffer.byteLength(text) / BYTES_A_TOKEN)), 0)

/**
 * The model within the tokens that the stage may embed in a day. The offline model costs nothing: it stops with the
 * ceiling, and is not counted. A call without an answer stays counted, unless the model refused it.
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
