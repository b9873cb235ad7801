export type { AnswerOf, Ask, Call, CallOptions, RefusalOf, RequestFor, SiblingServices } from './asked.ts'
export { passedOn } from './passed-on.ts'
export {
  type PlatformRequest,
  RUNTIME_FAILED,
  type RuntimeCalls,
  runtimeCalls,
  runtimeRefused,
} from './runtime-calls.ts'
export type { SiblingRefusal } from './sibling-refusal.ts'
export { siblingsOf } from './siblings-of.ts'
