import type { DefinedFlags } from '../define-flags.ts'
import type { EvaluationContext } from '../definition.ts'
import type { FlagReader, Flags } from '../flags.ts'
import { invocationContext } from './invocation-context.ts'

export interface FlagsMiddlewareOptions<T extends DefinedFlags, Event> {
  readonly flags: Flags<T>
  readonly contextOf?: (event: Event) => EvaluationContext
  /** Stores the counts at the end of the invocation; see `metricFlusher`. */
  readonly flush?: () => Promise<void>
}

interface MiddyRequest<Event> {
  readonly event: Event
  readonly context: object
}

export interface WithFlags<T extends DefinedFlags> {
  readonly flags: FlagReader<T>
}

/**
 * Middleware for middy. Refreshes the flags at the beginning of an invocation, sets them as `flags` on the handler's
 * context, and stores the counts at the end, even after an error. It never fails an invocation.
 */
export const flagsMiddleware = <T extends DefinedFlags, Event = unknown>({
  flags,
  contextOf = () => ({}),
  flush = () => Promise.resolve(),
}: FlagsMiddlewareOptions<T, Event>) => ({
  before: async ({ event, context }: MiddyRequest<Event>): Promise<void> => {
    await flags.refresh()
    Object.assign(context, { flags: flags.forContext(invocationContext(contextOf, event)) } satisfies WithFlags<T>)
  },
  after: async (): Promise<void> => flush(),
  onError: async (): Promise<void> => flush(),
})
