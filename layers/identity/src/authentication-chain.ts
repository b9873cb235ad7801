import { invalidInput, unauthenticated } from '@signet/contracts/http'
import type { Authenticator, Credentials } from '@signet/kernel'

const BEARER = /^Bearer\s+(\S+)$/i

/** The bearer token of the request, or undefined. Any other scheme is a bad credential rather than none. */
export const bearerToken = ({ headers }: Pick<Credentials, 'headers'>): string | undefined => {
  const value = headers.authorization
  if (value === undefined) return undefined
  const token = BEARER.exec(value)?.[1]
  if (!token) throw unauthenticated('Authorization must be of the form: Bearer <token>')
  return token
}

/**
 * Tries the authenticators in the given order (spec image-service 5: key, OAuth token, session, anonymous). The first
 * that recognizes a credential decides. A credential that none recognizes is refused and never counts as anonymous.
 */
export const authenticationChain =
  (chain: readonly Authenticator[], anonymous: Authenticator | undefined): Authenticator =>
  async (credentials) => {
    const { authorization, 'x-api-key': apiKey } = credentials.headers
    if (authorization !== undefined && apiKey !== undefined && bearerToken(credentials) !== apiKey) {
      const message = 'and the Authorization header carry different credentials: send one of them'
      throw invalidInput([{ field: 'x-api-key', message }])
    }
    for (const authenticate of chain) {
      const caller = await authenticate(credentials)
      if (caller) return caller
    }
    if (authorization !== undefined || apiKey !== undefined) throw unauthenticated('The credential is not known')
    return anonymous?.(credentials)
  }
