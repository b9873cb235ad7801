import type { Endpoint, ReplyOf, RequestOf } from '@signet/contracts'
import type { Caller } from './caller.ts'
import type { Log } from './log.ts'

/** What a use case gets besides its parsed input. */
export interface RequestContext {
  readonly caller: Caller
  readonly requestId: string
  readonly log: Log
  /** Scheme and host that the client used, with the stage path: what URLs in answers are built on. */
  readonly baseUrl: string
  /** When the gateway received the request, by its own clock: it gives up 29 seconds later. */
  readonly receivedAt: Date
  /** Aborted shortly before the Lambda's own deadline. */
  readonly signal: AbortSignal
}

/** A status, its body and headers, as the pipeline carries it once the contract has checked it at compile time. */
export interface AnyReply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Route {
  readonly endpoint: Endpoint
  readonly run: (input: unknown, context: RequestContext) => Promise<AnyReply>
}

/** Binds an endpoint of a contract to its use case. A status that the contract does not declare does not compile. */
export const route = <E extends Endpoint>(
  endpoint: E,
  run: (request: RequestOf<E> & RequestContext) => Promise<ReplyOf<E>>,
): Route => ({
  endpoint,
  // The pipeline validated the input against this very endpoint before it comes here.
  run: (input, context) => run({ ...(input as RequestOf<E>), ...context }) as Promise<AnyReply>,
})
