export { configuredModel } from './configured-model.ts'
export {
  type LanguageModel,
  LanguageModelFault,
  type Message,
  type StreamingLanguageModel,
  type TokenUsage,
} from './language-model.ts'
