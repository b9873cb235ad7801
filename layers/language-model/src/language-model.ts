/** The input of a model call. */
export interface Completion {
  /** The instructions. Untrusted text belongs in messages. */
  readonly system: string
  readonly messages: readonly Message[]
  /** Required, because without it Bedrock reserves the model's maximum from the quota of the AWS account. */
  readonly maxTokens: number
}

export interface Message {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

export type StopReason = 'end_turn' | 'max_tokens'

export interface Answer {
  readonly text: string
  readonly stopReason: StopReason
  readonly usage?: TokenUsage | undefined
}

export interface TokenUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Part of a streamed answer. The last parts are the stop reason and, if the model reports it, the token usage. */
export type AnswerPart =
  | { readonly text: string }
  | { readonly stopReason: StopReason }
  | { readonly usage: TokenUsage }

/** A language model. A call makes one attempt; the caller decides whether to retry. */
export interface LanguageModel {
  readonly name: string
  /** @throws LanguageModelFault without a usable answer */
  complete(completion: Completion, signal: AbortSignal): Promise<Answer>
}

/** A model with streamed answers. It has a separate entry point, because the stream decoder is large. */
export interface StreamingLanguageModel extends LanguageModel {
  /**
   * Streams the answer.
   * @throws LanguageModelFault, possibly after the first parts
   */
  stream(completion: Completion, signal: AbortSignal): AsyncIterable<AnswerPart>
}

/** The model did not return a usable answer. The error message contains no part of the answer. */
export class LanguageModelFault extends Error {
  override readonly name = 'LanguageModelFault'
}

/** Amazon Bedrock refused the request and does not charge for it. */
export class RequestRefusedError extends LanguageModelFault {}

/**
 * Returns the stop reason of a usable answer.
 * @throws LanguageModelFault for any other reason: a guardrail, a filter or a tool stopped the model
 */
export const stopReasonOf = (reason: string): StopReason => {
  if (reason === 'end_turn' || reason === 'max_tokens') return reason
  throw new LanguageModelFault(`The language model stopped: ${reason}`)
}
