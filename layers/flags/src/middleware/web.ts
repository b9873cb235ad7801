import type { DefinedFlags } from '../define-flags.ts'
import type { FlagReader } from '../flags.ts'
import { invocationContext } from './invocation-context.ts'
import type { FlagsMiddlewareOptions } from './middy.ts'

export type FlagsHandler<T extends DefinedFlags> = (
  request: Request,
  more: { readonly flags: FlagReader<T> },
) => Response | Promise<Response>

/**
 * Middleware for handlers that turn a Request into a Response. Refreshes the flags first, passes them bound to the
 * context of the request, and stores the counts afterwards, even if the handler throws.
 */
export const withFlags =
  <T extends DefinedFlags>(
    { flags, contextOf = () => ({}), flush = () => Promise.resolve() }: FlagsMiddlewareOptions<T, Request>,
    handler: FlagsHandler<T>,
  ) =>
  async (request: Request): Promise<Response> => {
    await flags.refresh()
    try {
      return await handler(request, { flags: flags.forContext(invocationContext(contextOf, request)) })
    } finally {
      await flush()
    }
  }
