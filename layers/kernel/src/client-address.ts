import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { SecretSource } from './secret.ts'

/**
 * Returns the network of an address for counting: IPv4 addresses individually, IPv6 by /64, the usual size of one
 * household or server.
 */
export const networkOf = (address: string): string => {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, 8), ...new Array<number>(8).fill(0)])}/64`
}

/** Returns the coarse network of an address: IPv4 to /24, IPv6 to /48. It identifies no household and may be stored. */
export const coarseNetworkOf = (address: string): string => {
  const parsed = ipaddr.process(address)
  const [keptBytes, bits] = parsed.kind() === 'ipv4' ? [3, 24] : [6, 48]
  const bytes = parsed.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, keptBytes), ...new Array<number>(bytes.length - keptBytes).fill(0)])}/${bits}`
}

/**
 * Returns a function that creates a keyed hash of a client's network, 32 hexadecimal digits. A stored hash cannot be reversed to an address.
 */
export const addressHasher =
  (pepper: SecretSource) =>
  async (address: string): Promise<string> =>
    createHmac('sha256', await pepper())
      .update(`anonymous ${networkOf(address)}`)
      .digest('hex')
      .slice(0, 32)
