import ipaddr from 'ipaddr.js'

/** Names that never lead out of a machine or a network (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const INWARD_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid|alt|onion)$/

const addressOf = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host)

/** Whether the host of a URL is written as an address of this machine itself. */
export const isLoopback = (host: string): boolean => {
  const address = addressOf(host)
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/**
 * Whether the host of a parsed URL may be a public one, as far as it can be told without asking a name server: an address
 * must be a public unicast one, in whatever notation it came; a name must have a dot and not be one of those that stay
 * inside. What a name resolves to is for the connection to check (guarded-fetch.ts).
 */
export const mayBePublic = (host: string): boolean => {
  const address = addressOf(host)
  if (ipaddr.isValid(address)) return ipaddr.process(address).range() === 'unicast'
  const name = address.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !INWARD_NAMES.test(name)
}
