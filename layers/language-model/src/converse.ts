import { BodyTooLarge, readBodyWithin } from '@signet/kernel/body-within'
import type { SignedFetch, SignedRequest } from '@signet/kernel/signed-fetch'
import * as z from 'zod'
import {
  type Answer,
  type Completion,
  type LanguageModel,
  LanguageModelFault,
  RequestRefusedError,
  stopReasonOf,
} from './language-model.ts'

const RESPONSE_BYTES_MAX = 1024 * 1024

/** The members of a Converse response that are read (Amazon Bedrock API reference). */
const ConverseResponse = z.object({
  output: z.object({ message: z.object({ content: z.array(z.object({ text: z.string().optional() })) }) }),
  stopReason: z.string(),
  usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }).optional().catch(undefined),
})

export interface ConverseDeps {
  readonly send: SignedFetch
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly model: string
}

const bodyOf = async (response: Response): Promise<string> => {
  try {
    return new TextDecoder().decode(await readBodyWithin(response, RESPONSE_BYTES_MAX))
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new LanguageModelFault('The response of the language model is too large')
    throw error
  }
}

export const requestOf = ({ system, messages, maxTokens }: Completion, signal: AbortSignal): SignedRequest => ({
  method: 'POST',
  // A repeated request costs tokens but has no other effect.
  isRepeatable: true,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({
    system: [{ text: system }],
    messages: messages.map(({ role, text }) => ({ role, content: [{ text }] })),
    inferenceConfig: { maxTokens, temperature: 0 },
  }),
  redirect: 'error',
  signal,
})

export const throwIfFailed = ({ ok, status }: Response): void => {
  if (!ok) throw new RequestRefusedError(`The language model returned status ${status}`)
}

export const urlOf = ({ baseUrl, model }: ConverseDeps, operation: string): string =>
  `${baseUrl}/model/${encodeURIComponent(model)}/${operation}`

/**
 * Builds a language model of Amazon Bedrock: `POST /model/{modelId}/converse`. Errors contain the status, but no other
 * part of the response.
 */
export const converseModel = (deps: ConverseDeps): LanguageModel => {
  const { send, model } = deps
  return {
    name: model,
    async complete(completion, signal): Promise<Answer> {
      const response = await send(urlOf(deps, 'converse'), requestOf(completion, signal))
      const body = await bodyOf(response)
      throwIfFailed(response)
      const { output, stopReason, usage } = ConverseResponse.parse(JSON.parse(body))
      const text = output.message.content.map(({ text = '' }) => text).join('')
      return { text, stopReason: stopReasonOf(stopReason), ...(usage ? { usage } : {}) }
    },
  }
}
