import type { ToolResult } from '@signet/readings'

export type Args = Readonly<Record<string, unknown>>

/** What a tool says that could do nothing. */
export const failed = (summary: string): ToolResult => ({ ok: false, summary })
