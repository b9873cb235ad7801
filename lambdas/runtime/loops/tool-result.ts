import type { ToolResult } from '@signet/readings'

/** Arguments of a tool, as they came. */
export type Args = Readonly<Record<string, unknown>>

/** What a tool says that could do nothing. */
export const failed = (summary: string): ToolResult => ({ ok: false, summary })
