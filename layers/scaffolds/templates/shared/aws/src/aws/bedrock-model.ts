// #if model
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { MODEL_TIMEOUT_MS, type Model } from '../model/model.ts'

/** A model of Amazon Bedrock. */
export const bedrockModel = (modelId: string): Model => {
  const client = new BedrockRuntimeClient({})
  return {
    complete: async ({ system, user, maxTokens }) => {
      const { output } = await client.send(
        new ConverseCommand({
          modelId,
          system: [{ text: system }],
          messages: [{ role: 'user', content: [{ text: user }] }],
          inferenceConfig: { maxTokens, temperature: 0 },
        }),
        { abortSignal: AbortSignal.timeout(MODEL_TIMEOUT_MS) },
      )
      return (output?.message?.content ?? []).map((block) => block.text ?? '').join('')
    },
  }
}
// #endif
