export { forwardRefusal } from './forward-refusal.ts'
export {
  type PlatformRequest,
  RUNTIME_FAILED,
  type RuntimeCalls,
  runtimeCalls,
  runtimeRefused,
} from './runtime-calls.ts'
export type { SiblingRefusal } from './sibling-refusal.ts'
export type {
  AnswerOf,
  Call,
  CallOptions,
  RefusalOf,
  RequestFor,
  SiblingCalls,
  SiblingServices,
} from './sibling-types.ts'
export { siblingsOf } from './siblings-of.ts'
