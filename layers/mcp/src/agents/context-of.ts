
import type { ToolContext } from '../tools/index.ts'

export const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, traceId, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller, log, traceId, baseUrl, images, signal }
}
