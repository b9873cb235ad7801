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

/** The stage has used its daily token limit. The model was not called. */
export class TokensUsedUp extends LanguageModelFault {
  readonly refusal: SpendRefusal
  constructor(refusal: SpendRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * No tokenizer produces tokens under one byte. Two bytes per token is below the average of every model for running
 * text.
 */
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
 * Limits a model to the daily token limit of the stage. A call without an answer stays counted as reserved, because the
 * model may have read it. Returns undefined without a model.
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
