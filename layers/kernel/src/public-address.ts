import ipaddr from 'ipaddr.js'

/** Names that never lead out of a machine or a network (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const INWARD_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid|alt|onion)$/

const addressOf = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host)

/**
 * Whether an address is an IPv4 one in ::/96 (RFC 4291 2.5.5.1, deprecated): no host has such an address, and some systems
 * reach the IPv4 one by it. Registries count them as unicast.
 */
export const isIpv4Compatible = (address: string): boolean => {
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(ipaddr.IPv6.parseCIDR('::/96'))
}

/**
 * Whether the host of a parsed URL may be a public one, as far as it can be told without asking a name server: an address
 * must be a public unicast one, in whatever notation it came; a name must have a dot and not be one of those that stay
 * inside. What a name resolves to is for the connection to check (guarded-fetch.ts).
 */
export const mayBePublic = (host: string): boolean => {
  const address = addressOf(host)
  if (ipaddr.isValid(address)) {
    return ipaddr.process(address).range() === 'unicast' && !isIpv4Compatible(address)
  }
  const name = address.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !INWARD_NAMES.test(name)
}
