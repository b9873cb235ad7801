import { type ContractProblem, refuseProblems } from '../contract-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { BoundRoute } from './bind.ts'
import type { EngineOptions, AuthorityQuestion as EngineQuestion, Exchange, Limit } from './engine-options.ts'
import type { Refusal } from './refusal.ts'

export interface WebArrival {
  readonly requestId: string
  /** Only for its headers: the engine reads the body. */
  readonly request: Request
  /** The platform's own request: `{ event, context }` of a Lambda, else `undefined`. */
  readonly platform: unknown
}

export interface AuthorityQuestion extends Omit<EngineQuestion<WebArrival>, 'incoming' | 'arrival'> {
  /** Only for its headers: do not read the body here. */
  readonly request: Request
  /** The platform's own request: `{ event, context }` of a Lambda, else `undefined`. */
  readonly platform: unknown
}

/** Resolves to the caller, or to `undefined` without a credential. Refuses by throwing or returning a `Refusal`. */
export type Authorize<Caller> = (
  question: AuthorityQuestion,
) => Caller | undefined | Refusal | Promise<Caller | undefined | Refusal>

/** An error that the caller must not see: a thrown error, or a reply that violates the contract. */
export interface Fault {
  readonly error: unknown
  readonly requestId: string
  /** Absent if no route was found. */
  readonly operation?: string
}

export interface WebOptions<Caller = unknown> {
  /** Required as soon as one operation is neither `open` nor `public`. */
  readonly authorize?: Authorize<Caller> | undefined
  /** Required as soon as one operation has a rate. */
  readonly limit?: Limit<Caller, WebArrival> | undefined
  /** Prefix of the contract's routes, for example `/images`. Other paths return 404. */
  readonly basePath?: string | undefined
  /**
   * Checks bodies and headers of replies against the contract; default `true`. An undeclared status is always a fault.
   */
  readonly checkReplies?: boolean | undefined
  /** Called with every fault; default: `console.error`. */
  readonly onFault?: ((fault: Fault) => void) | undefined
  /**
   * Maximum bytes of a body for operations without a specific limit; default 6,000,000, about the limit of a Lambda.
   */
  readonly maxBodyBytes?: number | undefined
  /**
   * Returns the ID of a request. Default: its header `x-request-id` if that has 1 to 128 letters, digits, dots, hyphens
   * or underscores, otherwise a random UUID.
   */
  readonly requestId?: ((request: Request) => string) | undefined
  /** `WWW-Authenticate` of a 401 (RFC 9110 11.6.1); default `Bearer realm="signet"`. */
  readonly challenge?: string | undefined
}

const acceptsAnonymous = ({ authority }: Endpoint): boolean => authority === 'open' || authority === 'public'

/**
 * Refuses routes that require a missing option, because without it they would accept every request.
 * @throws ContractError that names each such operation
 */
const refuseUnguarded = <Caller>(routes: readonly BoundRoute[], { authorize, limit }: WebOptions<Caller>): void => {
  const problems = routes.flatMap(({ operation, endpoint }): ContractProblem[] => {
    const { authority, rates } = endpoint
    const authorizeProblem = `"${operation}" requires ${authority}; pass an authorize function, which resolves the caller`
    const limitProblem = `"${operation}" has a rate; pass a limit function, which counts requests`
    return [
      ...(authorize === undefined && !acceptsAnonymous(endpoint)
        ? [{ at: 'options.authorize', problem: authorizeProblem }]
        : []),
      ...(limit === undefined && rates.length > 0 ? [{ at: 'options.limit', problem: limitProblem }] : []),
    ]
  })
  refuseProblems(routes[0]?.endpoint.tags[0] ?? 'endpoints', problems)
}

const faultReporter =
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
 * Converts the options of a web service to the engine's form.
 * @throws ContractError for an operation that requires a missing option
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
    onFault: faultReporter(options),
  }
}
