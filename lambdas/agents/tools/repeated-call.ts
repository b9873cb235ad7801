import { createHash } from 'node:crypto'
import { canonicalText } from '@signet/contracts'
import type { Caller } from '@signet/kernel'

/** A client whose connection broke asks again (MCP, Streamable HTTP): it does within this time. */
const WINDOW_MS = 60_000

/** The key under which the image service knows a call again, so that one that is sent again is not charged again. */
export const repeatedCallKey = (tool: string, args: unknown, { tenantId }: Caller, now: Date): string => {
  const window = Math.floor(now.getTime() / WINDOW_MS)
  return `mcp-${createHash('sha256')
    .update(canonicalText([tool, args, tenantId, window]))
    .digest('hex')}`
}
