// Made from the contract "order" 1.0.0 by @signet/contracts; changes are lost when it is made again.
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
 * What a customer wants to buy.
 * One function for each operation; `Caller` is what `authorize` resolves.
 */
export interface OrderHandlers<Caller = unknown> {
  /**
   * Creates a order.
   * `POST /orders`, authority: public.
   * Answers 201 (Created).
   * Refuses with invalid_input (400), invalid_json (400), unauthenticated (401), payload_too_large (413),
   * unsupported_media_type (415), internal (500).
   * Begins in the state draft.
   * Emits order.created.
   */
  readonly create: Handler<(typeof order)['ops']['create'], Caller>

  /**
   * Reads a order.
   * `GET /orders/:id`, authority: public.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: Handler<(typeof order)['ops']['get'], Caller>

  /**
   * Performs "place" on a order.
   * `POST /orders/:id/place`, authority: public.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal
   * (500).
   * Moves draft -> placed; any other state is refused with `invalid_transition`.
   */
  readonly place: Handler<(typeof order)['ops']['place'], Caller>

  /**
   * Performs "ship" on a order.
   * `POST /orders/:id/ship`, authority: public.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal
   * (500).
   * Moves placed -> shipped; any other state is refused with `invalid_transition`.
   * Emits order.shipped.
   */
  readonly ship: Handler<(typeof order)['ops']['ship'], Caller>

  /**
   * Performs "cancel" on a order.
   * `POST /orders/:id/cancel`, authority: public.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal
   * (500).
   * Moves draft -> cancelled, placed -> cancelled; any other state is refused with `invalid_transition`.
   */
  readonly cancel: Handler<(typeof order)['ops']['cancel'], Caller>
}

/** Every route, for a gateway that is set up by hand. */
export const orderRoutes = [
  { operation: 'create', method: 'POST', path: '/orders', authority: 'public' },
  { operation: 'get', method: 'GET', path: '/orders/:id', authority: 'public' },
  { operation: 'place', method: 'POST', path: '/orders/:id/place', authority: 'public' },
  { operation: 'ship', method: 'POST', path: '/orders/:id/ship', authority: 'public' },
  { operation: 'cancel', method: 'POST', path: '/orders/:id/cancel', authority: 'public' },
] as const

/** The handlers as a Web-standard function: Request in, Response out. */
export const orderWeb = <Caller = unknown>(
  handlers: OrderHandlers<Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandler(order, handlers, options)

/** The handlers as a Lambda function behind API Gateway or a function URL. */
export const orderLambda = <Caller = unknown>(
  handlers: OrderHandlers<Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandler(order, handlers, options)
