import type { ToolContext } from '../tool.ts'

/** What the gates in front have found out, handed through by the SDK as `authInfo.extra`. */
export type ContextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal) => ToolContext
