export { configuredModel } from './configured-model.ts'
export { type ConverseDeps, converseModel } from './converse.ts'
export {
  type Answer,
  type AnswerPart,
  type Completion,
  type LanguageModel,
  LanguageModelFault,
  type Message,
  type StopReason,
  type StreamingLanguageModel,
  type TokenUsage,
} from './language-model.ts'
