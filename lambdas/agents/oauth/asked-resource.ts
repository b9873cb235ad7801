import { canonicalResource } from '@signet/oauth'

/** What people put behind the address so that answers have links instead of pictures (docs/agents/mcp.md). */
const SWITCH = /\?images=link$/

/**
 * The service that a client names as `resource`, in its one spelling; undefined: no address. Clients that name the address as
 * it was given to them name the switch, too: it makes no other service of it.
 */
export const askedResource = (text: string): string | undefined => canonicalResource(text.replace(SWITCH, ''))
