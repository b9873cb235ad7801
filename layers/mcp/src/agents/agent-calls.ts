import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { Caller } from '@signet/kernel'
import type { FailureBody, ToolContext } from '../tools/index.ts'

export const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, traceId, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller, log, traceId, baseUrl, images, signal }
}

/** Window in which a repeated call counts as a retry after a broken connection (MCP, Streamable HTTP). */
const REPEAT_WINDOW_MS = 60_000

/**
 * Returns the idempotency key of a call. A call repeated within the same window gets the same key, so that it is
 * charged once.
 */
export const repeatKey = (tool: string, args: unknown, { tenantId }: Caller, now: Date): string => {
  const window = Math.floor(now.getTime() / REPEAT_WINDOW_MS)
  return `mcp-${createHash('sha256')
    .update(canonicalText([tool, args, tenantId, window]))
    .digest('hex')}`
}

/** Advice for an agent whose access the user has revoked. Its token may still be valid for minutes. */
export const REVOKED_ACCESS: Pick<FailureBody, 'code' | 'hint'> = {
  code: 'ACCESS_REVOKED',
  hint: 'Do not repeat this call: the user has revoked your access. Inform the user, and connect again only at their request',
}
