import type { Endpoint } from '../endpoint.ts'
import type { BoundRoute } from './bind.ts'
import type { Incoming, Outgoing } from './incoming.ts'
import type { Refusal } from './refusal.ts'

export interface AuthorityQuestion<Arrival> {
  /** `public`, `authenticated`, `session`, `scope:<name>` or `policy:<name>`; `open` is never asked about. */
  readonly authority: string
  readonly operation: string
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly incoming: Incoming
  readonly arrival: Arrival
}

export interface Exchange<Caller, Arrival> {
  readonly incoming: Incoming
  readonly arrival: Arrival
  /** Headers of every answer, such as the rest of a rate. */
  readonly headers: Record<string, string>
  route?: BoundRoute
  caller?: Caller | undefined
  isRunning: boolean
}

export interface Admission {
  readonly headers: Readonly<Record<string, string>>
  /** Uncounts the request. Rates of accepted requests do not count refused ones. */
  readonly release: () => Promise<void>
}

/**
 * Counts a request by the endpoint's rates that count `requests` (when it arrives) or `accepted` (when its input is good).
 * @throws Refusal 429 `rate_limited` with Retry-After beyond a rate.
 */
export type Limit<Caller, Arrival> = (
  exchange: Exchange<Caller, Arrival>,
  counts: 'requests' | 'accepted',
) => Promise<Admission>

export interface Failure {
  readonly status: number
  readonly code: string
  readonly sentence: string
  /** Further members of the JSON, such as the fields that broke their rules. */
  readonly extras: Readonly<Record<string, unknown>>
}

/** A failure as a person sees it, or in the form of a protocol, in place of the JSON for programs. */
export interface FailurePage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface EngineOptions<Caller, Arrival> {
  /** Resolves to the caller, or to nothing for one without a credential; refuses by throwing or returning a `Refusal`. */
  readonly authorize?:
    | ((question: AuthorityQuestion<Arrival>) => Caller | undefined | Refusal | Promise<Caller | undefined | Refusal>)
    | undefined
  /** Needed as soon as one operation has a rate. */
  readonly limit?: Limit<Caller, Arrival> | undefined
  readonly context: (exchange: Exchange<Caller, Arrival>) => object
  /** Path before the contract's own routes, for example `/images`; other paths answer 404. */
  readonly basePath?: string | undefined
  /** Whether bodies and headers of replies are held against the contract; default `true`. */
  readonly checkReplies?: boolean | undefined
  /**
   * Largest body, in bytes, of operations without a limit of their own; default 6 000 000, about the limit of a Lambda.
   */
  readonly maxBodyBytes?: number | undefined
  /** `WWW-Authenticate` of a 401 (RFC 9110 11.6.1); default `Bearer realm="signet"`. */
  readonly challenge?: string | undefined
  /**
   * Makes a refusal of an error that means one, such as a throttled table, or another refusal of one, such as in the form
   * of a protocol; `undefined` for every other.
   */
  readonly refusalOf?: ((error: unknown, exchange: Exchange<Caller, Arrival>) => Refusal | undefined) | undefined
  /**
   * Shows failures to people whose browsers request pages, or in the form of a protocol, with the same status; `undefined`: the
   * declared JSON.
   */
  readonly failurePage?:
    | ((failure: Failure, exchange: Exchange<Caller, Arrival>) => FailurePage | undefined)
    | undefined
  /** Told of each refusal, for logs: its `cause` is never shown. */
  readonly onRefusal?: ((refusal: Refusal, exchange: Exchange<Caller, Arrival>) => void) | undefined
  /** Called with errors that the caller must not see: a thrown error, or a reply that breaks the contract. */
  readonly onFault: (error: unknown, exchange: Exchange<Caller, Arrival>) => void
  readonly onEnd?: ((exchange: Exchange<Caller, Arrival>, outgoing: Outgoing) => void) | undefined
}
