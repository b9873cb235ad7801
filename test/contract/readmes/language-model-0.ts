import { configuredModel, LanguageModelFault } from '@signet/language-model'

const model = configuredModel({ PROMPT_MODEL: 'none' }) // undefined: no model is configured
const completion = {
  system: 'Answer in one sentence.',
  messages: [{ role: 'user', text: 'What is a hive?' }] as const,
  maxTokens: 200,
}
try {
  const answer = await model?.complete(completion, AbortSignal.timeout(20_000))
  console.log(answer?.text ?? 'no model is configured', answer?.stopReason)
} catch (error) {
  if (!(error instanceof LanguageModelFault)) throw error
  console.log('the model call failed')
}

export {}
