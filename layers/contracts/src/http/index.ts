export { type Authorities, authorizer } from './authorizer.ts'
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
export type { LambdaEvent, LambdaEventV1, LambdaEventV2, LambdaResult } from './lambda-events.ts'
export { type LambdaHandler, type LambdaOptions, lambdaHandler, lambdaHandlerOf } from './lambda-handler.ts'
export { invalidTransition, Refusal, type RefusalOptions, refusal } from './refusal.ts'
export { webHandler, webHandlerOf } from './web-handler.ts'
export type { AuthorityQuestion, Authorize, Fault, WebOptions } from './web-options.ts'
