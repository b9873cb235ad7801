import { type Authenticator, addressHasher, type SecretSource } from '@signet/kernel'

/** Anonymous callers: a tenant by keyed hash of the network, so nobody can turn a stored id back into an address. */
export const anonymousCaller = (pepper: SecretSource): Authenticator => {
  const hash = addressHasher(pepper)
  return async ({ sourceIp }) => {
    const tenantId = `anon-${await hash(sourceIp)}`
    return { kind: 'anonymous', tenantId, scopes: ['generate', 'read'], rateKey: tenantId }
  }
}
