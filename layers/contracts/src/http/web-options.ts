import { type ContractProblem, refuseProblems } from '../contract-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { BoundRoute } from './bind.ts'
import type { EngineOptions, AuthorityQuestion as EngineQuestion, Exchange, Limit } from './engine-options.ts'
import type { Refusal } from './refusal.ts'

export interface WebArrival {
  readonly requestId: string
  /** Its body is not for reading: the engine does that. */
  readonly request: Request
  /** The platform's own request: `{ event, context }` of a Lambda, else `undefined`. */
  readonly platform: unknown
}

export interface AuthorityQuestion extends Omit<EngineQuestion<WebArrival>, 'incoming' | 'arrival'> {
  /** For its headers; its body is not for reading here. */
  readonly request: Request
  /** The platform's own request: `{ event, context }` of a Lambda, else `undefined`. */
  readonly platform: unknown
}

/** Resolves to the caller, or to nothing for one without a credential; refuses by throwing or returning a `Refusal`. */
export type Authorize<Caller> = (
  question: AuthorityQuestion,
) => Caller | undefined | Refusal | Promise<Caller | undefined | Refusal>

/** An error that the caller must not see: a thrown error, or a reply that breaks the contract. */
export interface Fault {
  readonly error: unknown
  readonly requestId: string
  /** Absent when no route was found yet. */
  readonly operation?: string
}

export interface WebOptions<Caller = unknown> {
  /** Needed as soon as one operation is neither `open` nor `public`. */
  readonly authorize?: Authorize<Caller> | undefined
  /** Needed as soon as one operation has a rate. */
  readonly limit?: Limit<Caller, WebArrival> | undefined
  /** Path before the contract's own routes, for example `/images`; other paths answer 404. */
  readonly basePath?: string | undefined
  /** Whether bodies and headers of replies are held against the contract; default `true`. An undeclared status is a fault in any case. */
  readonly checkReplies?: boolean | undefined
  /** Told of every fault; default: `console.error`. */
  readonly onFault?: ((fault: Fault) => void) | undefined
  /**
   * Largest body, in bytes, of operations without a limit of their own; default 6 000 000, about the limit of a Lambda.
   */
  readonly maxBodyBytes?: number | undefined
  /** Names a request; default: its header `x-request-id` when that is a plain word, else a random UUID. */
  readonly requestId?: ((request: Request) => string) | undefined
  /** `WWW-Authenticate` of a 401 (RFC 9110 11.6.1); default `Bearer realm="signet"`. */
  readonly challenge?: string | undefined
}

const asksNobody = ({ authority }: Endpoint): boolean => authority === 'open' || authority === 'public'

/**
 * Refuses routes without a guard: a missing hook must not become an open door.
 * @throws ContractError that names each such operation.
 */
const refuseUnguarded = <Caller>(routes: readonly BoundRoute[], { authorize, limit }: WebOptions<Caller>): void => {
  const problems = routes.flatMap(({ operation, endpoint }): ContractProblem[] => {
    const { authority, rates } = endpoint
    const hook = `"${operation}" asks for ${authority}; give an authorize function, which resolves the caller`
    const counter = `"${operation}" has a rate; give a limit function, which counts requests`
    return [
      ...(authorize === undefined && !asksNobody(endpoint) ? [{ at: 'options.authorize', problem: hook }] : []),
      ...(limit === undefined && rates.length > 0 ? [{ at: 'options.limit', problem: counter }] : []),
    ]
  })
  refuseProblems(routes[0]?.endpoint.tags[0] ?? 'endpoints', problems)
}

const reportedBy =
  <Caller>({ onFault }: WebOptions<Caller>) =>
  (error: unknown, { arrival, route }: Exchange<Caller, WebArrival>): void => {
    const operation = route?.operation
    const fault = { error, requestId: arrival.requestId, ...(operation === undefined ? {} : { operation }) }
    try {
      if (onFault === undefined) console.error('fault', fault)
      else onFault(fault)
    } catch (failure) {
      console.error('onFault failed', failure)
    }
  }

/**
 * The options of a web service in the engine's form.
 * @throws ContractError for an operation without a guard.
 */
export const engineOptions = <Caller>(
  routes: readonly BoundRoute[],
  options: WebOptions<Caller>,
): EngineOptions<Caller, WebArrival> => {
  refuseUnguarded(routes, options)
  const { authorize, limit, basePath, checkReplies, maxBodyBytes, challenge } = options
  return {
    limit,
    basePath,
    checkReplies,
    maxBodyBytes,
    challenge,
    authorize: authorize && (({ arrival, incoming: _, ...question }) => authorize({ ...question, ...arrival })),
    context: ({ caller, arrival }) => ({
      caller,
      requestId: arrival.requestId,
      request: arrival.request,
      signal: arrival.request.signal,
      platform: arrival.platform,
    }),
    onFault: reportedBy(options),
  }
}
