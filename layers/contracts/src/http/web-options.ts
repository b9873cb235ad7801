import type { ContractProblem } from '../contract-error.ts'
import { refuseProblems } from '../contract-error.ts'
import type { Endpoint } from '../endpoint.ts'
import type { BoundRoute } from './bind.ts'
import type { Refusal } from './refusal.ts'

/** What `authorize` decides about. */
export interface AuthorityQuestion {
  /** `public`, `authenticated`, `session`, `scope:<name>` or `policy:<name>`; `open` is never asked about. */
  readonly authority: string
  readonly operation: string
  readonly endpoint: Endpoint
  /** Path parameters as they came. */
  readonly params: Readonly<Record<string, string>>
  /** For its headers; its body is not for reading here. */
  readonly request: Request
  /** What the platform says of the request: `{ event, context }` of a Lambda, else `undefined`. */
  readonly platform: unknown
}

/** Resolves to the caller, or to nothing for one without a credential; refuses by throwing or returning a `Refusal`. */
export type Authorize<Caller> = (
  question: AuthorityQuestion,
) => Caller | undefined | Refusal | Promise<Caller | undefined | Refusal>

/** Something that the caller must not see: what was thrown, or a reply that breaks the contract. */
export interface Fault {
  readonly error: unknown
  readonly requestId: string
  /** Absent when no route was found yet. */
  readonly operation?: string
}

export interface WebOptions<Caller = unknown> {
  /** Needed as soon as one operation is neither `open` nor `public`. */
  readonly authorize?: Authorize<Caller> | undefined
  /** Path before the contract's own routes, for example `/images`; other paths answer 404. */
  readonly basePath?: string | undefined
  /** Whether bodies and headers of replies are held against the contract; default `true`. An undeclared status is a fault in any case. */
  readonly checkReplies?: boolean | undefined
  /** Told of every fault; default: `console.error`. */
  readonly onFault?: ((fault: Fault) => void) | undefined
  /** Largest body, in bytes, of operations that say nothing themselves; default 6 000 000, about what a Lambda takes. */
  readonly maxBodyBytes?: number | undefined
  /** Names a request; default: its header `x-request-id` when that is a plain word, else a random UUID. */
  readonly requestId?: ((request: Request) => string) | undefined
  /** `WWW-Authenticate` of a 401 (RFC 9110 11.6.1); default `Bearer realm="signet"`. */
  readonly challenge?: string | undefined
}

const asksNobody = ({ authority }: Endpoint): boolean => authority === 'open' || authority === 'public'

/**
 * Refuses routes whose authority nobody could resolve: a missing hook must not turn into an open door.
 * @throws ContractError that names each such operation.
 */
export const refuseUnguarded = <Caller>(routes: readonly BoundRoute<Caller>[], options: WebOptions<Caller>): void => {
  if (options.authorize !== undefined) return
  const problems = routes
    .filter(({ endpoint }) => !asksNobody(endpoint))
    .map(({ operation, endpoint }): ContractProblem => {
      const problem = `"${operation}" asks for ${endpoint.authority}; give an authorize function, which resolves the caller`
      return { at: 'options.authorize', problem }
    })
  refuseProblems(routes[0]?.endpoint.tags[0] ?? 'endpoints', problems)
}
