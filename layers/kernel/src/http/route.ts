import type { Endpoint, RequestOf } from '@signet/contracts'
import type { Answer, BoundRoute } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import type { Log } from '../log.ts'

export interface RequestContext {
  readonly caller: Caller
  readonly requestId: string
  /** The trace that the request belongs to, 32 hex digits. Calls of siblings continue it. */
  readonly traceId: string
  readonly log: Log
  /** Scheme and host that the client used, with the stage path: the base of URLs in answers. */
  readonly baseUrl: string
  /** Time at which the gateway received the request, by the gateway's clock. The gateway times out 29 seconds later. */
  readonly receivedAt: Date
  /** Client address. Personal data: it may be counted and hashed, and stored only as `coarseNetworkOf`. */
  readonly sourceIp: string
  /** Aborted shortly before the Lambda's own deadline. */
  readonly signal: AbortSignal
}

export type Route = BoundRoute

export type UseCase<E extends Endpoint> = (request: RequestOf<E> & RequestContext) => Answer<E> | Promise<Answer<E>>

/**
 * Binds an endpoint of a contract to its use case. A status or a code that the contract does not declare does not
 * compile.
 */
export const route = <E extends Endpoint>(endpoint: E, run: UseCase<E>): Route => ({
  operation: endpoint.name,
  endpoint,
  run,
})
