// Made from the contract "note" 1.0.0 by @signet/contracts; changes are lost when it is made again.
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
 * Something to be sent once.
 * One function for each operation; `Caller` is what `authorize` resolves.
 */
export interface NoteHandlers<Caller = unknown> {
  /**
   * Creates a note.
   * `POST /v1/notes`, authority: authenticated.
   * Answers 201 (Created).
   * Refuses with invalid_input (400), invalid_json (400), unauthenticated (401), payload_too_large (413),
   * unsupported_media_type (415), internal (500).
   * Begins in the state draft.
   */
  readonly create: Handler<(typeof notes)['ops']['create'], Caller>

  /**
   * Reads a note.
   * `GET /v1/notes/:id`, authority: public.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), not_found (404), internal (500).
   */
  readonly get: Handler<(typeof notes)['ops']['get'], Caller>

  /**
   * Lists the notes that the caller may see.
   * `GET /v1/notes`, authority: public.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), internal (500).
   */
  readonly list: Handler<(typeof notes)['ops']['list'], Caller>

  /**
   * Performs "send" on a note.
   * `POST /v1/notes/:id/send`, authority: scope:send.
   * Answers 200 (The result).
   * Refuses with invalid_input (400), unauthenticated (401), forbidden (403), not_found (404), invalid_transition
   * (409), internal (500).
   * Moves draft -> sent; any other state is refused with `invalid_transition`.
   */
  readonly send: Handler<(typeof notes)['ops']['send'], Caller>
}

/** Every route, for a gateway that is set up by hand. */
export const noteRoutes = [
  { operation: 'create', method: 'POST', path: '/v1/notes', authority: 'authenticated' },
  { operation: 'get', method: 'GET', path: '/v1/notes/:id', authority: 'public' },
  { operation: 'list', method: 'GET', path: '/v1/notes', authority: 'public' },
  { operation: 'send', method: 'POST', path: '/v1/notes/:id/send', authority: 'scope:send' },
] as const

/** The handlers as a Web-standard function: Request in, Response out. */
export const noteWeb = <Caller = unknown>(
  handlers: NoteHandlers<Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandler(notes, handlers, options)

/** The handlers as a Lambda function behind API Gateway or a function URL. */
export const noteLambda = <Caller = unknown>(
  handlers: NoteHandlers<Caller>,
  options: LambdaOptions<Caller> = {},
): LambdaHandler => lambdaHandler(notes, handlers, options)
