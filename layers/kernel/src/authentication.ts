import type { Caller } from './caller.ts'
import { Refusal, unauthenticated } from './refusal.ts'

/** What an authenticator may look at. Header names are lower case. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** Address of the client as the gateway saw it. */
  readonly sourceIp: string
  /** HTTP method, upper case. */
  readonly method: string
  /** Scheme and host that the client used (RFC 6454): what a page of ours has as its origin. */
  readonly origin: string
}

/** Recognises one kind of credential: a caller, a refusal (thrown) when it is bad, or undefined when it is not there. */
export type Authenticator = (credentials: Credentials) => Promise<Caller | undefined>

const BEARER = /^Bearer\s+(\S+)$/i

/** The bearer token of the request, or undefined; any other scheme is a bad credential rather than none. */
export const bearerToken = ({ headers }: Credentials): string | undefined => {
  const value = headers.authorization
  if (value === undefined) return undefined
  const token = BEARER.exec(value)?.[1]
  if (!token) throw unauthenticated('Authorization must be of the form: Bearer <token>')
  return token
}

/**
 * Tries the ways in, in the order given (spec image-service 5: key, OAuth token, session, anonymous). The first that
 * recognises a credential decides; a credential that nobody recognises is refused and never counts as anonymous.
 */
export const authenticationChain =
  (chain: readonly Authenticator[], anonymous: Authenticator | undefined): Authenticator =>
  async (credentials) => {
    const { authorization, 'x-api-key': apiKey } = credentials.headers
    if (authorization !== undefined && apiKey !== undefined && bearerToken(credentials) !== apiKey) {
      throw new Refusal(400, {
        error: 'Authorization and X-API-Key carry different credentials; send one of them',
        code: 'invalid_input',
        errors: [{ field: 'x-api-key', message: 'differs from the bearer token' }],
      })
    }
    for (const authenticate of chain) {
      const caller = await authenticate(credentials)
      if (caller) return caller
    }
    if (authorization !== undefined || apiKey !== undefined) throw unauthenticated('The credential is not known')
    return anonymous?.(credentials)
  }
