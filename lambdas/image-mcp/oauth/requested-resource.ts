import { canonicalResource } from '@signet/identity/oauth'

/** The switch that people append to the address to get links instead of pictures (docs/agents/mcp.md). */
const SWITCH = /\?images=link$/

/**
 * The service that a client names as `resource`, in its canonical form; undefined if it is no address. A client may
 * include the switch, because its configured address has it: it is still the same service.
 */
export const requestedResource = (text: string): string | undefined => canonicalResource(text.replace(SWITCH, ''))
