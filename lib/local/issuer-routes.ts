import { createHash, randomBytes } from 'node:crypto'
import { issuerPage, type LocalPerson } from './issuer-page.ts'
import type { IssuerPeople } from './issuer-people.ts'
import type { IssuerTokens } from './issuer-tokens.ts'

export interface IssuerAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface IssuerCall {
  readonly method: string
  readonly url: URL
  readonly authorization: string
  readonly form: URLSearchParams
}

export interface IssuerRouteDeps {
  readonly people: IssuerPeople
  readonly tokens: IssuerTokens
  readonly client: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly issuer: () => string
}

const CODE_MS = 60_000
const HOUR_SECONDS = 3_600

interface Grant {
  readonly sub: string
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string | null
  readonly expiresAt: number
}

const json = (status: number, body: object): IssuerAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})

const html = (status: number, body: string): IssuerAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  },
  body,
})

/** Only loopback URLs receive codes (RFC 8252 8.3). */
const isLoopback = (text: string | null): text is string => {
  const url = URL.parse(text ?? '')
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

const requestProblem = ({ searchParams: query }: URL, client: string): string | undefined => {
  if (query.get('client_id') !== client) return 'The client is unknown.'
  if (!isLoopback(query.get('redirect_uri'))) return 'The redirect URL must be on this machine.'
  if (query.get('response_type') !== 'code') return 'Only the authorization code flow is supported.'
  const hasChallenge = query.get('code_challenge_method') === 'S256' && query.get('code_challenge')
  return hasChallenge ? undefined : 'A code challenge with the method S256 is required.'
}

type IssuerHandler = (call: IssuerCall) => Promise<IssuerAnswer>

const selectPerson = async (people: IssuerPeople, form: URLSearchParams): Promise<LocalPerson | undefined> => {
  const [sub, email, name] = ['sub', 'email', 'name'].map((field) => form.get(field)?.trim() ?? '')
  if (sub) return people.get(sub)
  if (!name || !email || !/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email)) return undefined
  return people.signUp(email, name)
}

const authorize =
  ({ people, client, now }: IssuerRouteDeps, grants: Map<string, Grant>): IssuerHandler =>
  async ({ method, url, form }) => {
    const problem = requestProblem(url, client)
    if (problem !== undefined) return html(400, issuerPage([], url.href, problem))
    if (method !== 'POST') return html(200, issuerPage(people.list(), url.href))
    const person = await selectPerson(people, form)
    if (!person)
      return html(400, issuerPage(people.list(), url.href, 'Choose a person, or enter an email address and a name.'))
    const code = randomBytes(32).toString('base64url')
    const redirectUri = url.searchParams.get('redirect_uri') ?? ''
    const [challenge = '', nonce] = ['code_challenge', 'nonce'].map((name) => url.searchParams.get(name) ?? undefined)
    grants.set(code, { sub: person.sub, redirectUri, challenge, nonce: nonce ?? null, expiresAt: now() + CODE_MS })
    const redirectUrl = new URL(redirectUri)
    redirectUrl.searchParams.set('code', code)
    const state = url.searchParams.get('state')
    if (state !== null) redirectUrl.searchParams.set('state', state)
    return { status: 302, headers: { location: redirectUrl.href, 'cache-control': 'no-store' } }
  }

const isValidExchange = (grant: Grant, form: URLSearchParams, { client, now }: IssuerRouteDeps): boolean => {
  const verifierDigest = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  return (
    grant.expiresAt > now() &&
    grant.challenge === verifierDigest &&
    grant.redirectUri === form.get('redirect_uri') &&
    form.get('client_id') === client &&
    form.get('grant_type') === 'authorization_code'
  )
}

const exchangeCode =
  (deps: IssuerRouteDeps, grants: Map<string, Grant>): IssuerHandler =>
  async ({ form }) => {
    const { people, tokens, client, now, issuer } = deps
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const person = grant && people.get(grant.sub)
    if (!grant || !isValidExchange(grant, form, deps) || !person) return json(400, { error: 'invalid_grant' })
    const { sub, email, name } = person
    const iat = Math.floor(now() / 1000)
    const commonClaims = { iss: issuer(), sub, iat, exp: iat + HOUR_SECONDS }
    const nonce = grant.nonce === null ? {} : { nonce: grant.nonce }
    const profileClaims = { email, email_verified: true, name }
    return json(200, {
      id_token: tokens.sign({ ...commonClaims, aud: client, token_use: 'id', ...nonce, ...profileClaims }),
      access_token: tokens.sign({
        ...commonClaims,
        client_id: client,
        token_use: 'access',
        scope: 'openid email profile',
      }),
      token_type: 'Bearer',
      expires_in: HOUR_SECONDS,
    })
  }

const userInfo =
  ({ people, tokens, now }: IssuerRouteDeps): IssuerHandler =>
  async ({ authorization }) => {
    const claims = tokens.claimsOf(authorization.replace(/^Bearer\s+/i, ''))
    const isValid = claims?.token_use === 'access' && Number(claims.exp) * 1000 > now()
    const person = isValid ? people.get(String(claims.sub)) : undefined
    if (!person) return json(401, { error: 'invalid_token' })
    return json(200, { ...person, email_verified: true })
  }

const logout: IssuerHandler = async ({ url }) => {
  const redirectUri = url.searchParams.get('post_logout_redirect_uri')
  if (!isLoopback(redirectUri)) return html(400, issuerPage([], url.href, 'The redirect URL must be on this machine.'))
  return { status: 302, headers: { location: redirectUri } }
}

const discovery = (issuer: string) => ({
  issuer,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  userinfo_endpoint: `${issuer}/oauth2/userInfo`,
  end_session_endpoint: `${issuer}/logout`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
})

/** The authorization code flow with PKCE (RFC 6749 4.1, RFC 7636), userinfo and sign-out of an OpenID provider. */
export const issuerRoutes = (deps: IssuerRouteDeps): IssuerHandler => {
  const { tokens, issuer } = deps
  const grants = new Map<string, Grant>()
  const routes: Readonly<Record<string, IssuerHandler>> = {
    '/.well-known/jwks.json': async () => json(200, { keys: [tokens.jwk] }),
    '/.well-known/openid-configuration': async () => json(200, discovery(issuer())),
    '/oauth2/authorize': authorize(deps, grants),
    '/oauth2/token': exchangeCode(deps, grants),
    '/oauth2/userInfo': userInfo(deps),
    '/logout': logout,
  }
  return async (call) => {
    const serve = routes[call.url.pathname]
    return serve ? serve(call) : json(404, { error: `${call.url.pathname} does not exist` })
  }
}
