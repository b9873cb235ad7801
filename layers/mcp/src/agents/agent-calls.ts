import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { Caller } from '@signet/kernel'
import type { FailureBody, ToolContext } from '../tools/index.ts'

export const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, traceId, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller, log, traceId, baseUrl, images, signal }
}

/** Window in which a client with a broken connection repeats its call (MCP, Streamable HTTP). */
const WINDOW_MS = 60_000

/** The idempotency key by which a service recognizes a repeated call, so that it is charged once. */
export const repeatKey = (tool: string, args: unknown, { tenantId }: Caller, now: Date): string => {
  const window = Math.floor(now.getTime() / WINDOW_MS)
  return `mcp-${createHash('sha256')
    .update(canonicalText([tool, args, tenantId, window]))
    .digest('hex')}`
}

/** Advice for an agent whose access the user has revoked. Its token may still be valid for minutes. */
export const REVOKED_ACCESS: Pick<FailureBody, 'code' | 'hint'> = {
  code: 'ACCESS_REVOKED',
  hint: 'Do not repeat this call: the user has revoked your access. Inform the user, and connect again only at their request',
}
