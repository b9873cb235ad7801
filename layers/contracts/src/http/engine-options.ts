import type { Endpoint } from '../endpoint.ts'
import type { BoundRoute } from './bind.ts'
import type { Incoming, Outgoing } from './incoming.ts'
import type { Refusal } from './refusal.ts'

export interface AuthorityQuestion<Arrival> {
  /** `public`, `authenticated`, `session`, `scope:<name>` or `policy:<name>`; never `open`. */
  readonly authority: string
  readonly operation: string
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly incoming: Incoming
  readonly arrival: Arrival
}

/** One request in progress. `Arrival` is the platform's data of the request, such as its ID. */
export interface Exchange<Caller, Arrival> {
  readonly incoming: Incoming
  readonly arrival: Arrival
  /** Headers of the response, also of a refusal, such as the remaining requests of a rate. */
  readonly headers: Record<string, string>
  route?: BoundRoute
  caller?: Caller | undefined
  /** True while the operation's handler runs, after all checks of the request. */
  isRunning: boolean
}

/** The result of counting a request that is within its rates. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>
  /** Removes the request from the count, because rates of accepted requests do not count refused requests. */
  readonly release: () => Promise<void>
}

/**
 * Counts a request by the endpoint's rates that count `requests` (on arrival) or `accepted` (after validation).
 * @throws Refusal 429 `rate_limited` with Retry-After above a rate
 */
export type Limit<Caller, Arrival> = (
  exchange: Exchange<Caller, Arrival>,
  counts: 'requests' | 'accepted',
) => Promise<Admission>

export interface Failure {
  readonly status: number
  readonly code: string
  readonly sentence: string
  /** Additional fields of the JSON, such as `errors`. */
  readonly extras: Readonly<Record<string, unknown>>
}

/** A failure as a page for browsers, or in the format of a protocol, instead of JSON. */
export interface FailurePage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface EngineOptions<Caller, Arrival> {
  /** Resolves to the caller, or to `undefined` without a credential. Refuses by throwing or returning a `Refusal`. */
  readonly authorize?:
    | ((question: AuthorityQuestion<Arrival>) => Caller | undefined | Refusal | Promise<Caller | undefined | Refusal>)
    | undefined
  /** Required as soon as one operation has a rate. */
  readonly limit?: Limit<Caller, Arrival> | undefined
  readonly context: (exchange: Exchange<Caller, Arrival>) => object
  /** Prefix of the contract's routes, for example `/images`. Other paths return 404. */
  readonly basePath?: string | undefined
  /** Checks bodies and headers of replies against the contract; default `true`. */
  readonly checkReplies?: boolean | undefined
  /**
   * Maximum bytes of a body for operations without a specific limit; default 6,000,000, about the limit of a Lambda.
   */
  readonly maxBodyBytes?: number | undefined
  /** `WWW-Authenticate` of a 401 (RFC 9110 11.6.1); default `Bearer realm="signet"`. */
  readonly challenge?: string | undefined
  /**
   * Converts an error to a refusal, such as the error of a throttled table, or a refusal to the refusal of a protocol.
   * Returns `undefined` for every other error.
   */
  readonly refusalOf?: ((error: unknown, exchange: Exchange<Caller, Arrival>) => Refusal | undefined) | undefined
  /**
   * Returns a failure as a page for browsers that request pages, or in the format of a protocol. The status stays the
   * same. If it returns `undefined`, the failure is sent as JSON.
   */
  readonly failurePage?:
    | ((failure: Failure, exchange: Exchange<Caller, Arrival>) => FailurePage | undefined)
    | undefined
  /** Called with each refusal, for logs. Its `cause` is never shown to the caller. */
  readonly onRefusal?: ((refusal: Refusal, exchange: Exchange<Caller, Arrival>) => void) | undefined
  /** Called with errors that the caller must not see: a thrown error, or a reply that violates the contract. */
  readonly onFault: (error: unknown, exchange: Exchange<Caller, Arrival>) => void
  readonly onEnd?: ((exchange: Exchange<Caller, Arrival>, outgoing: Outgoing) => void) | undefined
}
