import { type BoundRoute, bind, type Implementation, type Servable } from './bind.ts'
import { engine } from './engine.ts'
import { type LambdaEvent, type LambdaResult, requestOfEvent, resultOfResponse } from './lambda-events.ts'
import { jsonOutgoing } from './outgoing.ts'
import { incomingOfRequest, responseOf } from './web-handler.ts'
import { engineOptions, type WebOptions } from './web-options.ts'

/** A function that Lambda calls. Handlers and `authorize` get `{ event, context }` as `platform`. */
export type LambdaHandler = (event: LambdaEvent, context?: unknown) => Promise<LambdaResult>

const UNREADABLE_REQUEST = { error: 'The request cannot be read', code: 'invalid_input' }

const requestOrUndefined = (event: LambdaEvent): Request | undefined => {
  try {
    return requestOfEvent(event)
  } catch {
    return undefined
  }
}

export type LambdaOptions<Caller = unknown> = Omit<WebOptions<Caller>, 'requestId'>

/**
 * Serves routes of one or several contracts behind API Gateway or a function URL; see `lambdaHandler`.
 * @throws ContractError if an operation's authority cannot be resolved
 */
export const lambdaHandlerOf = <Caller = unknown>(
  routes: readonly BoundRoute[],
  options: LambdaOptions<Caller> = {},
): LambdaHandler => {
  const serve = engine(routes, engineOptions(routes, options))
  return async (event, context) => {
    const { requestId } = event.requestContext
    const request = requestOrUndefined(event)
    const outgoing =
      request === undefined
        ? jsonOutgoing(400, UNREADABLE_REQUEST, { 'x-request-id': requestId }, { isHead: false })
        : await serve(incomingOfRequest(request), { requestId, request, platform: { event, context } })
    return resultOfResponse(event, responseOf(outgoing))
  }
}

/**
 * Serves a contract, or a record of endpoints, as a Lambda function: events of a REST API (format 1.0), of an HTTP API
 * (1.0 and 2.0) and of a function URL. Uses the same pipeline as `webHandler`; streams are collected, because these
 * integrations buffer.
 * The request ID is the gateway's. The stage before the path of a format 2.0 event is removed. The base path of a custom
 * domain mapping is not removed, so set `basePath`.
 * @throws ContractError for a missing or extra function and for an authority without a rule
 */
export const lambdaHandler = <C extends Servable, Caller = unknown>(
  served: C,
  implementation: Implementation<C, Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandlerOf(bind(served, implementation), options)
