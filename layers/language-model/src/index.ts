export { configuredModel } from './configured-model.ts'
export { guardedModel, guardedStreamingModel, TokenLimitError } from './guarded-model.ts'
export { jsonAnswer } from './json-answer.ts'
export {
  type Completion,
  type LanguageModel,
  LanguageModelFault,
  type Message,
  type StreamingLanguageModel,
  type TokenUsage,
} from './language-model.ts'
export { timedAnswer } from './timed-answer.ts'
