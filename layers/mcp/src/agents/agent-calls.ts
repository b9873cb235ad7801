import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { Caller } from '@signet/kernel'
import type { FailureBody, ToolContext } from '../tools/index.ts'

export const contextOf = (extra: Readonly<Record<string, unknown>> | undefined, signal: AbortSignal): ToolContext => {
  const { caller, log, traceId, baseUrl, images } = extra as unknown as Omit<ToolContext, 'signal'>
  return { caller, log, traceId, baseUrl, images, signal }
}

/** A client with a broken connection repeats its call (MCP, Streamable HTTP) within this time. */
const WINDOW_MS = 60_000

/** The idempotency key by which a service recognizes a call that is sent again, so that it is charged once. */
export const repeatKey = (tool: string, args: unknown, { tenantId }: Caller, now: Date): string => {
  const window = Math.floor(now.getTime() / WINDOW_MS)
  return `mcp-${createHash('sha256')
    .update(canonicalText([tool, args, tenantId, window]))
    .digest('hex')}`
}

/** Advice to the model of an agent whose access the person has revoked. Its token may still be valid for minutes. */
export const SHUT_OUT: Pick<FailureBody, 'code' | 'hint'> = {
  code: 'ACCESS_REVOKED',
  hint: 'Do not make this call again: the person has revoked your access. Tell them, and connect again only if they want it',
}
