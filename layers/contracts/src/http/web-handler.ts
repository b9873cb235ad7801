import { type BoundRoute, bind, type Implementation, type Servable } from './bind.ts'
import { serveRequest } from './serve-request.ts'
import type { WebOptions } from './web-options.ts'

const PLAIN_WORD = /^[\w.-]{1,128}$/

const requestIdOf = ({ headers }: Request): string => {
  const sent = headers.get('x-request-id') ?? ''
  return PLAIN_WORD.test(sent) ? sent : crypto.randomUUID()
}

/**
 * Serves routes of one or several contracts (`[...bind(jobs, …), ...bind(keys, …)]`) as a Web-standard function.
 * @throws ContractError where an operation's authority could not be resolved.
 * @throws TypeError where two operations answer the same request line.
 */
export const webHandlerOf = <Caller = unknown>(
  routes: readonly BoundRoute<Caller>[],
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => {
  const serve = serveRequest(routes, options)
  const { requestId = requestIdOf } = options
  return (request) => serve(request, { requestId: requestId(request), platform: undefined })
}

/**
 * Serves a contract, or a record of endpoints, as a Web-standard function: what Workers, Deno, Bun and Node's adapters take.
 *
 * It routes, asks `authorize`, reads the body within its limit, validates, runs the operation's function and holds its reply
 * against the contract. Failures have the body `{ error, code, … }`; a fault is reported and answered as a bare 500.
 * @throws ContractError for a missing or surplus function and for an authority that nobody could resolve.
 */
export const webHandler = <C extends Servable, Caller = unknown>(
  served: C,
  implementation: Implementation<C, Caller>,
  options: WebOptions<Caller> = {},
): ((request: Request) => Promise<Response>) => webHandlerOf(bind(served, implementation), options)
