import { Refusal, unauthenticated, unavailable } from '@signet/contracts/http'
import { readBodyWithin } from '@signet/kernel/body-within'
import { JwtVerifier } from 'aws-jwt-verify'
import { JwksValidationError, WaitPeriodNotYetEndedJwkError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import type { SessionIssuer, VerifySession } from './session.ts'

const ALGORITHMS = ['RS256', 'ES256']
const JWKS_TIMEOUT_MS = 3_000
const JWKS_BYTES_MAX = 65_536
const USER_ID = /^[\x21-\x7e]{1,200}$/

class KeysUnreachable extends Error {
  override readonly name = 'KeysUnreachable'
}

/** The library's own fetcher supports https only. A local issuer uses http. */
const fetchKeys =
  (send: typeof fetch) =>
  async (uri: string): Promise<ArrayBuffer> => {
    try {
      const response = await send(uri, { redirect: 'error', signal: AbortSignal.timeout(JWKS_TIMEOUT_MS) })
      if (!response.ok) throw new Error(`The issuer's key set returned status ${response.status}`)
      return (await readBodyWithin(response, JWKS_BYTES_MAX)).buffer
    } catch (cause) {
      throw new KeysUnreachable('The keys of the session issuer could not be fetched', { cause })
    }
  }

const badSession = (): Refusal => unauthenticated('The session is invalid or expired. Sign in again')

/** After an unknown key ID, the library does not fetch keys again for this time. */
const WAIT_SECONDS = 10
const RETRY_SECONDS = 2

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof KeysUnreachable || error instanceof JwksValidationError) {
    return unavailable('Sessions cannot be verified at the moment. Try again shortly', RETRY_SECONDS, error)
  }
  // The issuer may have just started to use this key.
  if (error instanceof WaitPeriodNotYetEndedJwkError) {
    return unavailable('Sessions cannot be verified at the moment. Try again shortly', WAIT_SECONDS, error)
  }
  // Covers other errors that an invalid token causes in the library or node:crypto, such as an incomplete signature.
  return error instanceof Refusal ? error : badSession()
}

type Claims = Readonly<Record<string, unknown>>

/** Id tokens have the client in `aud`, access tokens of Cognito in `client_id`. */
const isForClient = (clientId: string, { aud, client_id, token_use }: Claims): boolean => {
  if (token_use !== undefined && token_use !== 'id' && token_use !== 'access') return false
  return [aud].flat().includes(clientId) || client_id === clientId
}

/** Refuses obviously invalid tokens without the issuer's keys, so that they cannot trigger fetches. */
const refuseOtherTokens = (token: string, issuer: string): void => {
  const { header, payload } = decomposeUnverifiedJwt(token)
  const typ = String(header.typ ?? 'JWT').toUpperCase()
  // An OAuth access token (typ at+jwt, RFC 9068) is another kind of credential, even from this issuer.
  if (!ALGORITHMS.includes(String(header.alg)) || typ !== 'JWT' || payload.iss !== issuer) throw badSession()
}

export type VerifyClaims = (token: string) => Promise<Claims & { readonly sub: string }>

/**
 * Verifies tokens with the keys at `<issuer>/.well-known/jwks.json`, which are fetched once, and again if a token has
 * an unknown key ID. Checks signature, issuer, client and times (RFC 7519 4.1); RS256 and ES256 only.
 * @throws Refusal 401 for an invalid token, 503 while the issuer's keys are unavailable.
 */
export const claimsVerifier = ({ issuer, clientId }: SessionIssuer, send: typeof fetch = fetch): VerifyClaims => {
  const jwksCache = new SimpleJwksCache({ fetcher: { fetch: fetchKeys(send) } })
  const jwksUri = `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`
  const verifier = JwtVerifier.create({ issuer, audience: null, jwksUri }, { jwksCache })
  return async (token) => {
    try {
      refuseOtherTokens(token, issuer)
      const claims: Claims = await verifier.verify(token)
      const { sub, exp } = claims
      if (typeof exp !== 'number' || typeof sub !== 'string' || !USER_ID.test(sub)) throw badSession()
      if (!isForClient(clientId, claims)) throw badSession()
      return { ...claims, sub }
    } catch (error) {
      throw refusalOf(error)
    }
  }
}

export const sessionVerifier = (session: SessionIssuer, send: typeof fetch = fetch): VerifySession => {
  const verify = claimsVerifier(session, send)
  return async (token) => (await verify(token)).sub
}
