import { Buffer } from 'node:buffer'
import { Refusal, type SpendGuard, type SpendRefusal, type SpendReservation } from '@signet/kernel'
import {
  type Answer,
  type Completion,
  type LanguageModel,
  LanguageModelFault,
  RequestRefused,
  type StreamingLanguageModel,
  type TokenUsage,
} from './language-model.ts'

/** The stage has used the tokens that it may in a day. The model was not asked. */
export class TokensUsedUp extends LanguageModelFault {
  readonly refusal: SpendRefusal
  constructor(refusal: SpendRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** No tokenizer makes a token of less than a byte; two bytes is below what any model makes of running text. */
const BYTES_A_TOKEN = 2

const mostTokens = ({ system, messages, maxTokens }: Completion): number => {
  const bytes = [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return Math.ceil(bytes / BYTES_A_TOKEN) + maxTokens
}

type Spend = Pick<SpendGuard, 'reserve'>

/** @throws TokensUsedUp */
const reserved = async (spend: Spend, completion: Completion): Promise<SpendReservation> => {
  const reservation = await spend.reserve('bedrock-tokens', mostTokens(completion))
  if (reservation instanceof Refusal) throw new TokensUsedUp(reservation)
  return reservation
}

const tokensOf = ({ inputTokens, outputTokens }: TokenUsage): number => inputTokens + outputTokens

const freed = async (reservation: SpendReservation, error: unknown): Promise<never> => {
  if (error instanceof RequestRefused) await reservation.settle(0)
  throw error
}

/**
 * The model within the tokens that the stage may use in a day. A call without an answer stays counted as it was reserved:
 * the model may have read it. Undefined stays undefined.
 */
export const guardedModel = (model: LanguageModel | undefined, spend: Spend): LanguageModel | undefined =>
  model && {
    ...model,
    async complete(completion, signal): Promise<Answer> {
      const reservation = await reserved(spend, completion)
      const answer = await model.complete(completion, signal).catch((error) => freed(reservation, error))
      if (answer.usage) await reservation.settle(tokensOf(answer.usage))
      return answer
    },
  }

export const guardedStreamingModel = (
  model: StreamingLanguageModel | undefined,
  spend: Spend,
): StreamingLanguageModel | undefined => {
  const whole = guardedModel(model, spend)
  return (
    model &&
    whole && {
      ...whole,
      async *stream(completion, signal) {
        const reservation = await reserved(spend, completion)
        try {
          for await (const part of model.stream(completion, signal)) {
            if ('usage' in part) await reservation.settle(tokensOf(part.usage))
            yield part
          }
        } catch (error) {
          await freed(reservation, error)
        }
      },
    }
  )
}
