import type { ToolResult } from '@signet/readings'

export type Args = Readonly<Record<string, unknown>>

export const toolFailure = (summary: string): ToolResult => ({ ok: false, summary })
