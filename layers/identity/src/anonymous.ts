import { type Authenticator, addressHasher, type SecretSource } from '@signet/kernel'

/**
 * Authenticates anonymous callers. The tenant is a keyed hash of the network, so a stored id cannot be turned back into
 * an address.
 */
export const anonymousCaller = (pepper: SecretSource): Authenticator => {
  const hash = addressHasher(pepper)
  return async ({ sourceIp }) => {
    const tenantId = `anon-${await hash(sourceIp)}`
    return { kind: 'anonymous', tenantId, scopes: ['generate', 'read'], rateKey: tenantId }
  }
}
