// Generated from the contract "ticket" 1.0.0 by @signet/contracts; do not edit.
import {
  type Handler,
  type LambdaHandler,
  type LambdaOptions,
  lambdaHandler,
  type WebOptions,
  webHandler,
} from '@signet/contracts/http'
import { tickets } from '../../../../support/ticket-contract.ts'

/**
 * Tickets of a help desk.
 * One function per operation. `Caller` is the type that `authorize` resolves to.
 */
export interface TicketHandlers<Caller = unknown> {
  /**
   * Creates a ticket.
   * `POST /v1/tickets`, authority: authenticated.
   * Responses: 200 (The ticket that an earlier request with this key created), 201 (The ticket was created).
   * Errors: invalid_input (400), invalid_json (400), unauthenticated (401), payload_too_large (413),
   * unsupported_media_type (415), internal (500).
   * Initial state: open.
   */
  readonly create: Handler<(typeof tickets)['ops']['create'], Caller>

  /**
   * Returns a ticket.
   * `GET /v1/tickets/:id`, authority: public.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: Handler<(typeof tickets)['ops']['get'], Caller>

  /**
   * Lists the tickets that the caller can access.
   * `GET /v1/tickets`, authority: authenticated.
   * Responses: 200 (A page of results).
   * Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: Handler<(typeof tickets)['ops']['list'], Caller>

  /**
   * Performs "assign" on a ticket.
   * `POST /v1/tickets/:id/assign`, authority: scope:desk.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), invalid_json (400), unauthenticated (401), forbidden (403), not_found (404),
   * payload_too_large (413), unsupported_media_type (415), internal (500).
   */
  readonly assign: Handler<(typeof tickets)['ops']['assign'], Caller>

  /**
   * Performs "close" on a ticket.
   * `POST /v1/tickets/:id/close`, authority: authenticated.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal (500).
   * Transitions: open -> closed; any other state returns `invalid_transition`.
   */
  readonly close: Handler<(typeof tickets)['ops']['close'], Caller>

  /**
   * Performs "reopen" on a ticket.
   * `POST /v1/tickets/:id/reopen`, authority: authenticated.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), invalid_transition (409), internal (500).
   * Transitions: closed -> open; any other state returns `invalid_transition`.
   */
  readonly reopen: Handler<(typeof tickets)['ops']['reopen'], Caller>

  /**
   * Performs "archive" on a ticket.
   * `POST /v1/tickets/:id/archive`, authority: policy:lead.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404), invalid_transition
   * (409), internal (500).
   * Transitions: closed -> archived; any other state returns `invalid_transition`.
   */
  readonly archive: Handler<(typeof tickets)['ops']['archive'], Caller>

  /**
   * Deletes a ticket.
   * `DELETE /v1/tickets/:id`, authority: session.
   * Responses: 204 (The operation succeeded; the response has no body).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly delete: Handler<(typeof tickets)['ops']['delete'], Caller>
}

/** All routes. Use them to configure a gateway. */
export const ticketRoutes = [
  { operation: 'create', method: 'POST', path: '/v1/tickets', authority: 'authenticated' },
  { operation: 'get', method: 'GET', path: '/v1/tickets/:id', authority: 'public' },
  { operation: 'list', method: 'GET', path: '/v1/tickets', authority: 'authenticated' },
  { operation: 'assign', method: 'POST', path: '/v1/tickets/:id/assign', authority: 'scope:desk' },
  { operation: 'close', method: 'POST', path: '/v1/tickets/:id/close', authority: 'authenticated' },
  { operation: 'reopen', method: 'POST', path: '/v1/tickets/:id/reopen', authority: 'authenticated' },
  { operation: 'archive', method: 'POST', path: '/v1/tickets/:id/archive', authority: 'policy:lead' },
  { operation: 'delete', method: 'DELETE', path: '/v1/tickets/:id', authority: 'session' },
] as const

/** Serves the handlers as a Web-standard function from Request to Response. */
export const ticketWeb = <Caller = unknown>(
  handlers: TicketHandlers<Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandler(tickets, handlers, options)

/** Serves the handlers as a Lambda function behind API Gateway or a function URL. */
export const ticketLambda = <Caller = unknown>(
  handlers: TicketHandlers<Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandler(tickets, handlers, options)
