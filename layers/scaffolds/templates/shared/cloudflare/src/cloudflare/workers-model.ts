// #if model
import { MODEL_TIMEOUT_MS, type Model } from '../model/model.ts'

/** The part of Workers AI that this service uses. */
export interface Ai {
  run(model: string, input: unknown): Promise<unknown>
}

/** Rejects after the timeout, because the binding has none. */
const withTimeout = async (response: Promise<unknown>): Promise<unknown> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The model took too long')), MODEL_TIMEOUT_MS)
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** A model of Workers AI. */
export const workersModel = (ai: Ai, model: string): Model => ({
  complete: async ({ system, user, maxTokens }) => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]
    const result = (await withTimeout(ai.run(model, { messages, max_tokens: maxTokens, temperature: 0 }))) as {
      readonly response?: unknown
    }
    return typeof result.response === 'string' ? result.response : ''
  },
})
// #endif
