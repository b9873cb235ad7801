import type { ToolContext } from '../tool.ts'

/** The results of the gates, passed through the SDK as `authInfo.extra`. */
export type ContextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal) => ToolContext
