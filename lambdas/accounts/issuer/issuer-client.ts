import type { SessionIssuer } from '@signet/identity'
import type { VerifyClaims } from '@signet/identity/session-verifier'
import { type Clock, cached } from '@signet/kernel'
import * as z from 'zod'

export interface Profile {
  readonly userId: string
  readonly email?: string | undefined
  readonly name?: string | undefined
}

export class IssuerUnavailableError extends Error {
  override readonly name = 'IssuerUnavailableError'
}

export class IssuerRefusedError extends Error {
  override readonly name = 'IssuerRefusedError'
}

export interface AuthorizeRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly challenge: string
}

export interface CodeExchange {
  readonly code: string
  readonly redirectUri: string
  readonly verifier: string
  readonly nonce: string
}

/** The authentication service as an OpenID provider (OpenID Connect Core 3.1, Discovery 4). */
export interface IssuerClient {
  authorizeUrl(request: AuthorizeRequest): Promise<string>
  exchange(exchange: CodeExchange): Promise<Profile>
  userOf(accessToken: string): Promise<Profile>
  logoutUrl(returnTo: string): Promise<string | undefined>
}

export interface IssuerClientDeps {
  readonly session: SessionIssuer
  readonly verify: VerifyClaims
  readonly now: Clock
  readonly send?: typeof fetch
}

const TIMEOUT_MS = 5_000
const DISCOVERY_CACHE_MS = 10 * 60_000

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
})

const Tokens = z.object({ id_token: z.string() })

const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().max(320).optional().catch(undefined),
  /** Cognito's userInfo endpoint sends a string. */
  email_verified: z.union([z.boolean(), z.string()]).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  nonce: z.string().optional(),
})

const NAME_MAX = 100

/** An email address counts unless the service marks it as unverified. */
const profileOf = ({ sub, email, email_verified, name }: z.infer<typeof Claims>): Profile => ({
  userId: sub,
  ...(email && String(email_verified ?? true) === 'true' ? { email } : {}),
  ...(name ? { name: name.slice(0, NAME_MAX) } : {}),
})

type IssuerRequest = <S extends z.ZodType>(schema: S, url: string, init?: RequestInit) => Promise<z.output<S>>

/** @throws IssuerUnavailableError, or IssuerRefusedError for a 4xx response */
const issuerRequests =
  (send: typeof fetch): IssuerRequest =>
  async (schema, url, init = {}) => {
    const response = await send(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS), ...init }).catch(
      (cause: unknown) => {
        throw new IssuerUnavailableError('The authentication service could not be reached', { cause })
      },
    )
    if (response.status >= 400 && response.status < 500)
      throw new IssuerRefusedError(`The authentication service returned ${response.status}`)
    const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw new IssuerUnavailableError(`The authentication service returned ${response.status}`, { cause: parsed.error })
  }

const discover = async (sendRequest: IssuerRequest, issuer: string): Promise<z.infer<typeof Discovery>> => {
  const document = await sendRequest(Discovery, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  // Rejects a document of another issuer (OpenID Connect Discovery 4.3).
  if (document.issuer !== issuer)
    throw new IssuerUnavailableError(`The discovery document of ${issuer} names ${document.issuer}`)
  return document
}

const withQuery = (endpoint: string, query: Readonly<Record<string, string>>): string => {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

export const issuerClient = ({ session, verify, now, send = fetch }: IssuerClientDeps): IssuerClient => {
  const { issuer, clientId } = session
  const sendRequest = issuerRequests(send)
  const discovery = cached(() => discover(sendRequest, issuer), DISCOVERY_CACHE_MS, now)

  return {
    async authorizeUrl({ redirectUri, state, nonce, challenge }) {
      const { authorization_endpoint } = await discovery()
      return withQuery(authorization_endpoint, {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
    },
    async exchange({ code, redirectUri, verifier, nonce }) {
      const { token_endpoint } = await discovery()
      const form = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri }
      const body = new URLSearchParams({ ...form, code_verifier: verifier })
      const { id_token } = await sendRequest(Tokens, token_endpoint, { method: 'POST', body })
      const claims = Claims.parse(await verify(id_token))
      if (claims.nonce !== nonce) throw new IssuerRefusedError('The token belongs to another sign-in')
      return profileOf(claims)
    },
    async userOf(accessToken) {
      const { userinfo_endpoint } = await discovery()
      if (!userinfo_endpoint) throw new IssuerUnavailableError('The authentication service has no userinfo endpoint')
      return profileOf(
        await sendRequest(Claims, userinfo_endpoint, { headers: { authorization: `Bearer ${accessToken}` } }),
      )
    },
    async logoutUrl(returnTo) {
      const { end_session_endpoint } = await discovery()
      if (!end_session_endpoint) return undefined
      // Cognito uses `logout_uri`, OpenID Connect RP-Initiated Logout uses `post_logout_redirect_uri`.
      const query = { client_id: clientId, logout_uri: returnTo, post_logout_redirect_uri: returnTo }
      return withQuery(end_session_endpoint, query)
    },
  }
}
