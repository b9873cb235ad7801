import { canonicalResource } from '@signet/identity/oauth'

/** Suffix that users append to the address to get links instead of pictures (docs/agents/mcp.md). */
const SWITCH = /\?images=link$/

/**
 * The canonical form of the `resource` that a client names; undefined if it is not a URL. Ignores the `?images=link`
 * suffix, which a configured address may have.
 */
export const requestedResource = (text: string): string | undefined => canonicalResource(text.replace(SWITCH, ''))
