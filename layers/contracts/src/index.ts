export { canonicalText } from './canonical.ts'
export type * from './contract.ts'
export { ContractError, type ContractProblem, refuseProblems } from './contract-error.ts'
export type * from './contract-types.ts'
export { defineContract } from './define-contract.ts'
export { type Endpoint, type EndpointOf, endpoint, type ImpliedCode } from './endpoint.ts'
export type {
  Authority,
  BodyType,
  EndpointDefinition,
  HeaderDefinition,
  RefusalForm,
  RequestSchemas,
  ResponseDefinition,
  ResponseMap,
} from './endpoint-definition.ts'
export {
  type DeclaredError,
  type ErrorCode,
  type ErrorMeaning,
  type ErrorReference,
  errorCodes,
  isPipelineCode,
} from './error-codes.ts'
export { nearestWord } from './nearest-word.ts'
export { parseJson } from './parse-json.ts'
export { brokenRules, type FieldError, type ParsedRequest, parseRequest, type RawRequest } from './parse-request.ts'
export { type Rate, type RateDefinition, type RateSubject, ratesOf } from './rate.ts'
export {
  type Method,
  methods,
  type ParamsOf,
  type PathOf,
  type RoutePattern,
  type RouteSpelling,
  routePattern,
  type Segment,
} from './route-pattern.ts'
export { type RouteMatch, type Router, router } from './router.ts'
export {
  defineService,
  type EndpointSet,
  type ScopeDefinition,
  type ScopeHolder,
  type Service,
  type ServiceRow,
} from './service.ts'
export type { StateMachine, Transition } from './state-machine.ts'
export { lineText, nameText, wellFormedText } from './text.ts'
export {
  allowedOperations,
  type ConditionOptions,
  type TransitionCondition,
  transitionCondition,
} from './transition-condition.ts'
export { openSchema } from './wire-schema.ts'
export {
  type DeepReadonly,
  type ErrorCodeOf,
  type Reply,
  type ReplyHeaders,
  type ReplyOf,
  type RequestOf,
  reply,
  type StreamBody,
} from './wire-types.ts'
