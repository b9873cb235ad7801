import ipaddr from 'ipaddr.js'

/** Names that never resolve outside a machine or a network (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const INWARD_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|test|invalid|alt|onion)$/

const addressOf = (host: string): string => (host.startsWith('[') ? host.slice(1, -1) : host)

/**
 * Checks for an IPv4 address in ::/96 (RFC 4291 2.5.5.1, deprecated). No host has such an address, and some systems use
 * it to reach the IPv4 address. Registries list them as unicast.
 */
export const isIpv4Compatible = (address: string): boolean => {
  if (!ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.range() === 'unicast' && parsed.match(ipaddr.IPv6.parseCIDR('::/96'))
}

/**
 * Checks that the host of a parsed URL may be public, without a name server. An address must be public unicast, in any
 * notation. A name must contain a dot and not be an internal one. The connection checks the resolved address
 * (guarded-fetch.ts).
 */
export const mayBePublic = (host: string): boolean => {
  const address = addressOf(host)
  if (ipaddr.isValid(address)) {
    return ipaddr.process(address).range() === 'unicast' && !isIpv4Compatible(address)
  }
  const name = address.toLowerCase().replace(/\.$/, '')
  return name.includes('.') && !INWARD_NAMES.test(name)
}
