import { Buffer } from 'node:buffer'
import { Refusal, type SpendGuard, type SpendRefusal, type SpendReservation } from '@signet/kernel'
import {
  type Answer,
  type Completion,
  type LanguageModel,
  LanguageModelFault,
  RequestRefusedError,
  type StreamingLanguageModel,
  type TokenUsage,
} from './language-model.ts'

/** The stage has reached its daily token limit. The model was not called. */
export class TokenLimitError extends LanguageModelFault {
  readonly refusal: SpendRefusal
  constructor(refusal: SpendRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * Estimate for the reservation. For prose, every model has more than two bytes per token on average, so the estimate is not
 * too low.
 */
const BYTES_PER_TOKEN = 2

const tokensMaxOf = ({ system, messages, maxTokens }: Completion): number => {
  const bytes = [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return Math.ceil(bytes / BYTES_PER_TOKEN) + maxTokens
}

type Spend = Pick<SpendGuard, 'reserve'>

/** @throws TokenLimitError */
const reserveTokens = async (spend: Spend, completion: Completion): Promise<SpendReservation> => {
  const reservation = await spend.reserve('bedrock-tokens', tokensMaxOf(completion))
  if (reservation instanceof Refusal) throw new TokenLimitError(reservation)
  return reservation
}

const tokensOf = ({ inputTokens, outputTokens }: TokenUsage): number => inputTokens + outputTokens

const releaseAndRethrow = async (reservation: SpendReservation, error: unknown): Promise<never> => {
  if (error instanceof RequestRefusedError) await reservation.settle(0)
  throw error
}

/**
 * Limits a model to the daily token limit of the stage. If a call fails without a refusal, its reserved tokens stay
 * counted, because the model may have processed the request. Returns undefined without a model.
 */
export const guardedModel = (model: LanguageModel | undefined, spend: Spend): LanguageModel | undefined =>
  model && {
    ...model,
    async complete(completion, signal): Promise<Answer> {
      const reservation = await reserveTokens(spend, completion)
      const answer = await model.complete(completion, signal).catch((error) => releaseAndRethrow(reservation, error))
      if (answer.usage) await reservation.settle(tokensOf(answer.usage))
      return answer
    },
  }

export const guardedStreamingModel = (
  model: StreamingLanguageModel | undefined,
  spend: Spend,
): StreamingLanguageModel | undefined => {
  const guarded = guardedModel(model, spend)
  return (
    model &&
    guarded && {
      ...guarded,
      async *stream(completion, signal) {
        const reservation = await reserveTokens(spend, completion)
        try {
          for await (const part of model.stream(completion, signal)) {
            if ('usage' in part) await reservation.settle(tokensOf(part.usage))
            yield part
          }
        } catch (error) {
          await releaseAndRethrow(reservation, error)
        }
      },
    }
  )
}
