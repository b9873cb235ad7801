import type { Endpoint } from '../endpoint.ts'
import type { BoundRoute } from './bind.ts'
import type { Incoming, Outgoing } from './incoming.ts'
import type { Refusal } from './refusal.ts'

/** What `authorize` decides about. */
export interface AuthorityQuestion<Arrival> {
  /** `public`, `authenticated`, `session`, `scope:<name>` or `policy:<name>`; `open` is never asked about. */
  readonly authority: string
  readonly operation: string
  readonly endpoint: Endpoint
  /** Path parameters as they came. */
  readonly params: Readonly<Record<string, string>>
  readonly incoming: Incoming
  readonly arrival: Arrival
}

/** One request on its way: what is found out about it, and whether the use case has the word already. */
export interface Exchange<Caller, Arrival> {
  readonly incoming: Incoming
  readonly arrival: Arrival
  /** Headers of whatever is answered, such as those that tell what is left of a rate. */
  readonly headers: Record<string, string>
  route?: BoundRoute
  caller?: Caller | undefined
  isRunning: boolean
}

/** A request that was counted and let through. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>
  /** Takes the count back: what was not accepted does not count where only accepted requests do. */
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

/** Why a request was not carried out, as its caller may know it. */
export interface Failure {
  readonly status: number
  readonly code: string
  /** What is wrong, in a sentence. */
  readonly sentence: string
}

/** What a person is shown of a failure, in place of the JSON that a program gets. */
export interface FailurePage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a platform gives the engine. `Arrival` is whatever it knows of a request besides itself. */
export interface EngineOptions<Caller, Arrival> {
  /** Resolves to the caller, or to nothing for one without a credential; refuses by throwing or returning a `Refusal`. */
  readonly authorize?:
    | ((question: AuthorityQuestion<Arrival>) => Caller | undefined | Refusal | Promise<Caller | undefined | Refusal>)
    | undefined
  /** Needed as soon as one operation has a rate. */
  readonly limit?: Limit<Caller, Arrival> | undefined
  /** What a use case gets besides its parsed input. */
  readonly context: (exchange: Exchange<Caller, Arrival>) => object
  /** Path before the contract's own routes, for example `/images`; other paths answer 404. */
  readonly basePath?: string | undefined
  /** Whether bodies and headers of replies are held against the contract; default `true`. */
  readonly checkReplies?: boolean | undefined
  /** Largest body, in bytes, of operations that say nothing themselves; default 6 000 000, about what a Lambda takes. */
  readonly maxBodyBytes?: number | undefined
  /** `WWW-Authenticate` of a 401 (RFC 9110 11.6.1); default `Bearer realm="signet"`. */
  readonly challenge?: string | undefined
  /** Makes a refusal of an error that means one, such as a throttled table; `undefined` for every other. */
  readonly refusalOf?: ((error: unknown) => Refusal | undefined) | undefined
  /** Shows failures to people whose browsers ask for pages, with the same status; `undefined`: the JSON that is declared. */
  readonly failurePage?:
    | ((failure: Failure, exchange: Exchange<Caller, Arrival>) => FailurePage | undefined)
    | undefined
  /** Told of each refusal, for logs: its `cause` is never shown. */
  readonly onRefusal?: ((refusal: Refusal, exchange: Exchange<Caller, Arrival>) => void) | undefined
  /** Told of what the caller must not see: what was thrown, or a reply that breaks the contract. */
  readonly onFault: (error: unknown, exchange: Exchange<Caller, Arrival>) => void
  /** Told of every answer. */
  readonly onEnd?: ((exchange: Exchange<Caller, Arrival>, outgoing: Outgoing) => void) | undefined
}
