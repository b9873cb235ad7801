export interface Completion {
  /** The instructions. Untrusted text belongs into messages. */
  readonly system: string
  readonly messages: readonly Message[]
  /** Unset, the model's maximum is reserved from the account's quota. */
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

/** A part of an answer that is still being written: after its text why it ended and, where the model says so, its tokens. */
export type AnswerPart =
  | { readonly text: string }
  | { readonly stopReason: StopReason }
  | { readonly usage: TokenUsage }

/** A language model behind its port. It makes one attempt; the caller decides whether there is time for another. */
export interface LanguageModel {
  readonly name: string
  /** @throws LanguageModelFault when there is no answer that can be used. */
  complete(completion: Completion, signal: AbortSignal): Promise<Answer>
}

/** A model whose answer can be read while it is written. Separate, because the stream decoder is large. */
export interface StreamingLanguageModel extends LanguageModel {
  /** The answer while it is written. @throws LanguageModelFault, also after the first parts. */
  stream(completion: Completion, signal: AbortSignal): AsyncIterable<AnswerPart>
}

/** The model did not answer as it should. Nothing of its answer is in the message. */
export class LanguageModelFault extends Error {
  override readonly name = 'LanguageModelFault'
}

/** Amazon Bedrock refused the request, which it does not charge for. */
export class RequestRefused extends LanguageModelFault {}

/** Other reasons are those of a guardrail, a filter or a tool: none leaves an answer that can be used. */
export const stopReasonOf = (reason: string): StopReason => {
  if (reason === 'end_turn' || reason === 'max_tokens') return reason
  throw new LanguageModelFault(`The language model stopped: ${reason}`)
}
