import { invalidInput, unauthenticated } from '@signet/contracts/http'
import type { Authenticator, Credentials } from '@signet/kernel'

const BEARER = /^Bearer\s+(\S+)$/i

/** Returns the bearer token of the request, or undefined. Throws 401 for any other scheme. */
export const bearerToken = ({ headers }: Pick<Credentials, 'headers'>): string | undefined => {
  const value = headers.authorization
  if (value === undefined) return undefined
  const token = BEARER.exec(value)?.[1]
  if (!token) throw unauthenticated('Authorization must have the form: Bearer <token>')
  return token
}

/**
 * Tries the authenticators in the given order (spec image-service 5: key, OAuth token, session, anonymous). The first
 * one that recognizes the credential decides. An unrecognized credential is refused and never counts as anonymous.
 */
export const authenticationChain =
  (chain: readonly Authenticator[], anonymous: Authenticator | undefined): Authenticator =>
  async (credentials) => {
    const { authorization, 'x-api-key': apiKey } = credentials.headers
    if (authorization !== undefined && apiKey !== undefined && bearerToken(credentials) !== apiKey) {
      const message = 'and the Authorization header contain different credentials: send only one'
      throw invalidInput([{ field: 'x-api-key', message }])
    }
    for (const authenticate of chain) {
      const caller = await authenticate(credentials)
      if (caller) return caller
    }
    if (authorization !== undefined || apiKey !== undefined) throw unauthenticated('The credential is unknown')
    return anonymous?.(credentials)
  }
