import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { Caller } from '@signet/kernel'

/** A client with a broken connection repeats its call (MCP, Streamable HTTP) within this time. */
const WINDOW_MS = 60_000

/** The idempotency key by which a service recognises a call that is sent again, so that it is charged once. */
export const repeatKey = (tool: string, args: unknown, { tenantId }: Caller, now: Date): string => {
  const window = Math.floor(now.getTime() / WINDOW_MS)
  return `mcp-${createHash('sha256')
    .update(canonicalText([tool, args, tenantId, window]))
    .digest('hex')}`
}
