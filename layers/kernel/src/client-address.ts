import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { SecretSource } from './secret.ts'

/** IPv4 addresses count one by one, IPv6 by /64: a household or a server gets a whole /64 to roam in. */
export const networkOf = (address: string): string => {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, 8), ...new Array<number>(8).fill(0)])}/64`
}

/** Where an address is, more or less: IPv4 to /24, IPv6 to /48. It names no household, and may be kept. */
export const coarseNetworkOf = (address: string): string => {
  const parsed = ipaddr.process(address)
  const [kept, bits] = parsed.kind() === 'ipv4' ? [3, 24] : [6, 48]
  const bytes = parsed.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, kept), ...new Array<number>(bytes.length - kept).fill(0)])}/${bits}`
}

/** A keyed hash of a client's network, 32 hexadecimal digits: nobody can turn a stored one back into an address. */
export const addressHasher =
  (pepper: SecretSource) =>
  async (address: string): Promise<string> =>
    createHmac('sha256', await pepper())
      .update(`anonymous ${networkOf(address)}`)
      .digest('hex')
      .slice(0, 32)
