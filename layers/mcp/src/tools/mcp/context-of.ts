import type { ToolContext } from '../tool.ts'

export type ContextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal) => ToolContext
