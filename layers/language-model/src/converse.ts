import { BodyTooLarge, bodyWithin } from '@signet/kernel/body-within'
import type { SignedFetch, SignedRequest } from '@signet/kernel/signed-fetch'
import * as z from 'zod'
import {
  type Answer,
  type Completion,
  type LanguageModel,
  LanguageModelFault,
  RequestRefused,
  stopReasonOf,
} from './language-model.ts'

const BODY_MAX = 1024 * 1024

/** The used members of a Converse response (Amazon Bedrock API reference). */
const ConverseAnswer = z.object({
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
    return new TextDecoder().decode(await bodyWithin(response, BODY_MAX))
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new LanguageModelFault('The response of the language model is too large')
    throw error
  }
}

export const requestOf = ({ system, messages, maxTokens }: Completion, signal: AbortSignal): SignedRequest => ({
  method: 'POST',
  // Safe to repeat: a second call costs tokens but has no other effect.
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

export const refuseFailure = ({ ok, status }: Response): void => {
  if (!ok) throw new RequestRefused(`The language model returned status ${status}`)
}

export const urlOf = ({ baseUrl, model }: ConverseDeps, operation: string): string =>
  `${baseUrl}/model/${encodeURIComponent(model)}/${operation}`

/**
 * A language model of Amazon Bedrock: `POST /model/{modelId}/converse`. Its errors contain the status and no other part
 * of the response.
 */
export const converseModel = (deps: ConverseDeps): LanguageModel => {
  const { send, model } = deps
  return {
    name: model,
    async complete(completion, signal): Promise<Answer> {
      const response = await send(urlOf(deps, 'converse'), requestOf(completion, signal))
      const body = await bodyOf(response)
      refuseFailure(response)
      const { output, stopReason, usage } = ConverseAnswer.parse(JSON.parse(body))
      const text = output.message.content.map(({ text = '' }) => text).join('')
      return { text, stopReason: stopReasonOf(stopReason), ...(usage ? { usage } : {}) }
    },
  }
}
