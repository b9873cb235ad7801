export { type Authorities, authorityRefusal, authorizer, type CallerRules } from './authorizer.ts'
export {
  type Answer,
  type BoundRoute,
  bind,
  type EndpointsIn,
  type Handler,
  type HandlerContext,
  type Implementation,
  type Servable,
} from './bind.ts'
export { engine } from './engine.ts'
export type { Admission, EngineOptions, Exchange, Failure, FailurePage, Limit } from './engine-options.ts'
export type { Incoming, Outgoing, OutgoingBody } from './incoming.ts'
export {
  incomingOfEvent,
  isV2,
  type LambdaEvent,
  type LambdaEventV1,
  type LambdaEventV2,
  type LambdaResult,
  pathOfEvent,
} from './lambda-events.ts'
export { type LambdaHandler, type LambdaOptions, lambdaHandler, lambdaHandlerOf } from './lambda-handler.ts'
export { jsonOf } from './read-body.ts'
export { invalidTransition, Refusal, type RefusalOptions, refusal } from './refusal.ts'
export {
  forbidden,
  invalidInput,
  invalidJson,
  methodNotAllowed,
  notFound,
  payloadTooLarge,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from './refusals.ts'
export { webHandler, webHandlerOf } from './web-handler.ts'
export type { AuthorityQuestion, Authorize, Fault, WebArrival, WebOptions } from './web-options.ts'
