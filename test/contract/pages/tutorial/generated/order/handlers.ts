// Generated from the contract "order" 1.0.0 by @signet/contracts; do not edit.
import {
  type Handler,
  type LambdaHandler,
  type LambdaOptions,
  lambdaHandler,
  type WebOptions,
  webHandler,
} from '@signet/contracts/http'
import { order } from '../../contracts/order.ts'

/**
 * An order of a customer.
 * One function per operation. `Caller` is the type that `authorize` resolves to.
 */
export interface OrderHandlers<Caller = unknown> {
  /**
   * Creates an order.
   * `POST /orders`, authority: public.
   * Responses: 201 (The resource was created).
   * Errors: invalid_input (400), invalid_json (400), unauthenticated (401), payload_too_large (413),
   * unsupported_media_type (415), internal (500).
   * Initial state: draft.
   * Events: order.created.
   */
  readonly create: Handler<(typeof order)['ops']['create'], Caller>

  /**
   * Returns an order.
   * `GET /orders/:id`, authority: public.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: Handler<(typeof order)['ops']['get'], Caller>

  /**
   * Performs "place" on an order.
   * `POST /orders/:id/place`, authority: public.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal (500).
   * Transitions: draft -> placed; any other state returns `invalid_transition`.
   */
  readonly place: Handler<(typeof order)['ops']['place'], Caller>

  /**
   * Performs "ship" on an order.
   * `POST /orders/:id/ship`, authority: public.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal (500).
   * Transitions: placed -> shipped; any other state returns `invalid_transition`.
   * Events: order.shipped.
   */
  readonly ship: Handler<(typeof order)['ops']['ship'], Caller>

  /**
   * Performs "cancel" on an order.
   * `POST /orders/:id/cancel`, authority: public.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal (500).
   * Transitions: draft -> cancelled, placed -> cancelled; any other state returns `invalid_transition`.
   */
  readonly cancel: Handler<(typeof order)['ops']['cancel'], Caller>
}

/** All routes. Use them to configure a gateway. */
export const orderRoutes = [
  { operation: 'create', method: 'POST', path: '/orders', authority: 'public' },
  { operation: 'get', method: 'GET', path: '/orders/:id', authority: 'public' },
  { operation: 'place', method: 'POST', path: '/orders/:id/place', authority: 'public' },
  { operation: 'ship', method: 'POST', path: '/orders/:id/ship', authority: 'public' },
  { operation: 'cancel', method: 'POST', path: '/orders/:id/cancel', authority: 'public' },
] as const

/** Serves the handlers as a Web-standard function from Request to Response. */
export const orderWeb = <Caller = unknown>(
  handlers: OrderHandlers<Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandler(order, handlers, options)

/** Serves the handlers as a Lambda function behind API Gateway or a function URL. */
export const orderLambda = <Caller = unknown>(
  handlers: OrderHandlers<Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandler(order, handlers, options)
