import { type ContractProblem, refuseProblems } from '../contract-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { ErrorCodeOf, ReplyOf, RequestOf } from '../wire-types.ts'
import type { Refusal } from './refusal.ts'

type EndpointRecord = Readonly<Record<string, Endpoint>>

export type Servable = { readonly name: string; readonly ops: object } | Readonly<Record<string, object>>

export type EndpointsIn<C> = C extends { readonly name: string; readonly ops: infer Ops } ? Ops : C

export interface HandlerContext<Caller = unknown> {
  /** The result of the `authorize` option; `undefined` for a caller without a credential. */
  readonly caller: Caller | undefined
  /** Returned as the header `x-request-id`. */
  readonly requestId: string
  /** The original request, with its body already read. */
  readonly request: Request
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** The platform's own request: `{ event, context }` of a Lambda, else `undefined`. */
  readonly platform: unknown
}

/** True if T is a single type, not a union. */
type IsOne<T, Whole = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [Whole] extends [T]
      ? true
      : false
    : never

/** For an operation with one success response, a handler may return the bare body, or `undefined` if it has none. */
type PlainBody<E> =
  IsOne<ReplyOf<E>['status']> extends true
    ? ReplyOf<E>['body'] extends undefined
      ? undefined
      : ReplyOf<E>['body']
    : never

/** The possible results of a handler: a declared reply, the only declared body, or a refusal with a declared code. */
export type Answer<E> = ReplyOf<E> | PlainBody<E> | Refusal<ErrorCodeOf<E>>

/**
 * Performs one operation: takes the parsed request with its context and returns an answer. The functions of `Handlers`
 * have this type, too.
 */
export type Handler<E, Caller = unknown> = (
  request: RequestOf<E> & HandlerContext<Caller>,
) => Answer<E> | Promise<Answer<E>>

/** One handler for each routed operation of a contract, or for each endpoint of a record. */
export type Implementation<C, Caller = unknown> = {
  readonly [K in keyof EndpointsIn<C>]: Handler<EndpointsIn<C>[K], Caller>
}

export interface BoundRoute {
  readonly operation: string
  readonly endpoint: Endpoint
  /** Takes the parsed request, which the engine validated against this endpoint, with the platform's context. */
  readonly run: (request: never) => unknown
}

const isContract = (servable: object): servable is { name: string; ops: EndpointRecord } =>
  'ops' in servable && typeof servable.ops === 'object' && 'name' in servable && typeof servable.name === 'string'

/**
 * Combines the operations of a contract (or a record of endpoints) with the functions that perform them.
 * @throws ContractError for an operation without a function and for a function without an operation
 */
export const bind = <C extends Servable, Caller = unknown>(
  servable: C,
  implementation: Implementation<C, Caller>,
): readonly BoundRoute[] => {
  const [name, endpoints] = isContract(servable)
    ? [servable.name, servable.ops]
    : ['endpoints', servable as unknown as EndpointRecord]
  const implementations = implementation as Readonly<Record<string, BoundRoute['run'] | undefined>>
  const problems: ContractProblem[] = []
  const routes = Object.entries(endpoints).flatMap(([operation, endpoint]): BoundRoute[] => {
    const run = Object.hasOwn(implementations, operation) ? implementations[operation] : undefined
    if (typeof run === 'function') return [{ operation, endpoint, run }]
    const problem = `${endpoint.method} ${endpoint.path} has no function; add one that performs "${operation}"`
    problems.push({ at: `implementation.${operation}`, problem })
    return []
  })
  for (const unknownName of Object.keys(implementations)) {
    if (Object.hasOwn(endpoints, unknownName)) continue
    const problem = `is not an operation with a route; remove it or use one of ${Object.keys(endpoints).join(', ')}`
    problems.push({ at: `implementation.${unknownName}`, problem })
  }
  refuseProblems(name, problems)
  return routes
}
