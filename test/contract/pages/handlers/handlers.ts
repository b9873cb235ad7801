// Generated from the contract "note" 1.0.0 by @signet/contracts; do not edit.
import {
  type Handler,
  type LambdaHandler,
  type LambdaOptions,
  lambdaHandler,
  type WebOptions,
  webHandler,
} from '@signet/contracts/http'
import { notes } from './note.ts'

/**
 * A note that can be sent once.
 * One function per operation. `Caller` is the type that `authorize` resolves to.
 */
export interface NoteHandlers<Caller = unknown> {
  /**
   * Creates a note.
   * `POST /v1/notes`, authority: authenticated.
   * Responses: 201 (The resource was created).
   * Errors: invalid_input (400), invalid_json (400), unauthenticated (401), payload_too_large (413),
   * unsupported_media_type (415), internal (500).
   * Initial state: draft.
   */
  readonly create: Handler<(typeof notes)['ops']['create'], Caller>

  /**
   * Returns a note.
   * `GET /v1/notes/:id`, authority: public.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: Handler<(typeof notes)['ops']['get'], Caller>

  /**
   * Lists the notes that the caller can access.
   * `GET /v1/notes`, authority: public.
   * Responses: 200 (A page of results).
   * Errors: invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: Handler<(typeof notes)['ops']['list'], Caller>

  /**
   * Performs "send" on a note.
   * `POST /v1/notes/:id/send`, authority: scope:send.
   * Responses: 200 (The result).
   * Errors: invalid_input (400), unauthenticated (401), forbidden (403), not_found (404), invalid_transition
   * (409), internal (500).
   * Transitions: draft -> sent; any other state returns `invalid_transition`.
   */
  readonly send: Handler<(typeof notes)['ops']['send'], Caller>
}

/** All routes. Use them to configure a gateway. */
export const noteRoutes = [
  { operation: 'create', method: 'POST', path: '/v1/notes', authority: 'authenticated' },
  { operation: 'get', method: 'GET', path: '/v1/notes/:id', authority: 'public' },
  { operation: 'list', method: 'GET', path: '/v1/notes', authority: 'public' },
  { operation: 'send', method: 'POST', path: '/v1/notes/:id/send', authority: 'scope:send' },
] as const

/** Serves the handlers as a Web-standard function from Request to Response. */
export const noteWeb = <Caller = unknown>(
  handlers: NoteHandlers<Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandler(notes, handlers, options)

/** Serves the handlers as a Lambda function behind API Gateway or a function URL. */
export const noteLambda = <Caller = unknown>(
  handlers: NoteHandlers<Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandler(notes, handlers, options)
