import type { Caller, Log } from '@signet/kernel'
import type { ToolContext } from '../tools/index.ts'

/** The caller and its scopes, as the gates found them and the SDK passes them on. */
export const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, traceId, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller: caller as Caller, log: log as Log, traceId, baseUrl, images, signal }
}
