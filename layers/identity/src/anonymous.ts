import { createHmac } from 'node:crypto'
import type { Authenticator, SecretSource } from '@signet/kernel'
import ipaddr from 'ipaddr.js'

/** IPv4 addresses count one by one, IPv6 by /64: a household or a server gets a whole /64 to roam in. */
export const networkOf = (address: string): string => {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const bytes = parsed.toByteArray()
  return `${ipaddr.fromByteArray([...bytes.slice(0, 8), ...new Array<number>(8).fill(0)])}/64`
}

/** Anonymous callers: a tenant by keyed hash of the network, so nobody can turn a stored id back into an address. */
export const anonymousCaller =
  (pepper: SecretSource): Authenticator =>
  async ({ sourceIp }) => {
    const digest = createHmac('sha256', await pepper())
      .update(`anonymous ${networkOf(sourceIp)}`)
      .digest('hex')
    const tenantId = `anon-${digest.slice(0, 32)}`
    return { kind: 'anonymous', tenantId, scopes: ['generate', 'read'], rateKey: tenantId }
  }
