import { canonicalResource } from '@signet/identity/oauth'

/** Suffix that users append to the address to get links instead of pictures (docs/agents/mcp.md). */
const LINKS_SUFFIX = /\?images=link$/

/**
 * Returns the canonical form of a requested `resource`; undefined if it is not a URL. Ignores the `?images=link`
 * suffix, which the address in a client's configuration may have.
 */
export const requestedResource = (text: string): string | undefined => canonicalResource(text.replace(LINKS_SUFFIX, ''))
