import type { Caller, Log } from '@signet/kernel'
import type { ToolContext } from '../tools/index.ts'

export const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, traceId, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller: caller as Caller, log: log as Log, traceId, baseUrl, images, signal }
}
