import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimsVerifier, sessionVerifier } from '@signet/identity/session-verifier'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SessionIssuer, startSessionIssuer } from '../../../lib/local/session-issuer.ts'

const CLIENT = 'client-1'
let dir = ''
let running: SessionIssuer[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'signet-issuer-'))
})
afterEach(async () => {
  await Promise.all(running.map((issuer) => issuer.stop()))
  running = []
  rmSync(dir, { recursive: true, force: true })
})

const start = async ({ file = 'key.pem', now = Date.now, port = 0 } = {}): Promise<SessionIssuer> => {
  const issuer = await startSessionIssuer({
    port,
    keyFile: join(dir, file),
    peopleFile: join(dir, 'people.json'),
    client: CLIENT,
    now,
  })
  running.push(issuer)
  return issuer
}

const userOf = ({ url }: SessionIssuer, token: string, clientId = CLIENT) =>
  sessionVerifier({ issuer: url, clientId })(token)

const UNAUTHENTICATED = { code: 'unauthenticated' }

describe('the local session issuer', () => {
  it('the platform accepts its sessions for their user, and only for its client', async () => {
    const issuer = await start()
    const token = issuer.tokenFor('user-1')
    expect(await userOf(issuer, token)).toBe('user-1')
    await expect(userOf(issuer, token, 'client-2')).rejects.toMatchObject(UNAUTHENTICATED)
  })

  it("sessions expire on the stack's clock", async () => {
    const issuer = await start({ now: () => Date.now() - 3_600_000 })
    await expect(userOf(issuer, issuer.tokenFor('user-1', 60))).rejects.toMatchObject(UNAUTHENTICATED)
    expect(await userOf(issuer, issuer.tokenFor('user-1', 7_200))).toBe('user-1')
  })

  it('the key persists across a restart, readable by its owner only, so sessions survive the restart', async () => {
    const first = await start()
    const token = first.tokenFor('user-1')
    const port = Number(new URL(first.url).port)
    await first.stop()
    expect(statSync(join(dir, 'key.pem')).mode & 0o777).toBe(0o600)
    const second = await start({ port })
    expect(await userOf(second, token)).toBe('user-1')
  })

  it('a token signed with another key is rejected, and only the public key is published', async () => {
    const ownIssuer = await start({ file: 'one.pem' })
    const otherIssuer = await start({ file: 'other.pem' })
    const [header, claims = '', signature] = otherIssuer.tokenFor('user-1').split('.')
    const forgedClaims = Buffer.from(claims, 'base64url').toString().replace(otherIssuer.url, ownIssuer.url)
    const token = `${header}.${Buffer.from(forgedClaims).toString('base64url')}.${signature}`
    await expect(userOf(ownIssuer, token)).rejects.toMatchObject(UNAUTHENTICATED)
    const keys = (await (await fetch(`${ownIssuer.url}/.well-known/jwks.json`)).json()) as { keys: object[] }
    expect(keys.keys).toHaveLength(1)
    expect(Object.keys(keys.keys[0]!).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('the discovery document contains the issuer and its URLs, and other paths return 404', async () => {
    const { url } = await start()
    const discovery = await (await fetch(`${url}/.well-known/openid-configuration`)).json()
    expect(discovery).toMatchObject({
      issuer: url,
      jwks_uri: `${url}/.well-known/jwks.json`,
      authorization_endpoint: `${url}/oauth2/authorize`,
      token_endpoint: `${url}/oauth2/token`,
      userinfo_endpoint: `${url}/oauth2/userInfo`,
      end_session_endpoint: `${url}/logout`,
    })
    expect((await fetch(`${url}/token`)).status).toBe(404)
  })
})

const VERIFIER = 'v'.repeat(43)
const REDIRECT_URI = 'http://localhost:4000/api/auth/callback'
const AUTHORIZE_QUERY = {
  response_type: 'code',
  client_id: CLIENT,
  redirect_uri: REDIRECT_URI,
  state: 'the state',
  nonce: 'the nonce',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
}
const authorizeAt = ({ url }: SessionIssuer, query: object = AUTHORIZE_QUERY) =>
  `${url}/oauth2/authorize?${new URLSearchParams({ ...query })}`
const choose = (issuer: SessionIssuer, person: Record<string, string>, query: object = AUTHORIZE_QUERY) =>
  fetch(authorizeAt(issuer, query), { method: 'POST', body: new URLSearchParams(person), redirect: 'manual' })
const callbackParamsOf = async (issuer: SessionIssuer, person: Record<string, string>) =>
  new URL((await choose(issuer, person)).headers.get('location')!).searchParams
const exchange = (issuer: SessionIssuer, code: string, change: Record<string, string> = {}) => {
  const form = {
    grant_type: 'authorization_code',
    client_id: CLIENT,
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  }
  return fetch(`${issuer.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams({ ...form, ...change }) })
}
const ADA = { sub: 'user-ada', email: 'ada@people.example', name: 'Ada <b>' }

describe('sign-in at the local issuer', () => {
  it('the page lists known people, escaped, and returns a code with the state for the chosen person', async () => {
    const issuer = await start()
    await issuer.addPerson(ADA)
    const page = await (await fetch(authorizeAt(issuer))).text()
    expect(page).toContain('Ada &lt;b&gt; (ada@people.example)')
    const redirect = await choose(issuer, { sub: ADA.sub })
    expect([redirect.status, redirect.headers.get('location')?.startsWith(`${REDIRECT_URI}?code=`)]).toEqual([
      302,
      true,
    ])
    expect((await callbackParamsOf(issuer, { sub: ADA.sub })).get('state')).toBe('the state')
  })

  it('a code is exchanged once, for tokens with the nonce that identify the person', async () => {
    const issuer = await start()
    await issuer.addPerson(ADA)
    const code = String((await callbackParamsOf(issuer, { sub: ADA.sub })).get('code'))
    const tokens = (await (await exchange(issuer, code)).json()) as { id_token: string; access_token: string }
    const claims = await claimsVerifier({ issuer: issuer.url, clientId: CLIENT })(tokens.id_token)
    expect(claims).toMatchObject({ ...ADA, email_verified: true, nonce: 'the nonce', aud: CLIENT })
    expect((await exchange(issuer, code)).status).toBe(400)
    const userInfoOf = (token: string) =>
      fetch(`${issuer.url}/oauth2/userInfo`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await userInfoOf(tokens.access_token)).json()).toMatchObject(ADA)
    expect([(await userInfoOf(tokens.id_token)).status, (await userInfoOf('x')).status]).toEqual([401, 401])
  })

  it.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['another client', { client_id: 'client-2' }],
    ['another redirect URL', { redirect_uri: 'http://localhost:4000/other' }],
    ['another grant', { grant_type: 'password' }],
  ])('a code with %s is rejected', async (_, change) => {
    const issuer = await start()
    const code = String((await callbackParamsOf(issuer, { email: 'a@people.example', name: 'A' })).get('code'))
    expect((await exchange(issuer, code, change)).status).toBe(400)
  })

  it("a code expires after a minute of the stack's clock", async () => {
    let ms = Date.now()
    const issuer = await start({ now: () => ms })
    const code = String((await callbackParamsOf(issuer, { email: 'a@people.example', name: 'A' })).get('code'))
    ms += 60_000
    expect((await exchange(issuer, code)).status).toBe(400)
  })

  it('a person who signed up exists once at the next start', async () => {
    const first = await start()
    await choose(first, { email: 'new@people.example', name: 'New' })
    await choose(first, { email: 'new@people.example', name: 'Newer' })
    await first.stop()
    const page = await (await fetch(authorizeAt(await start()))).text()
    expect(page.match(/new@people\.example/g)).toHaveLength(1)
  })

  it.each([
    ['a redirect URL on another machine', { ...AUTHORIZE_QUERY, redirect_uri: 'https://evil.example/callback' }],
    ['another client', { ...AUTHORIZE_QUERY, client_id: 'other' }],
    ['no challenge', { ...AUTHORIZE_QUERY, code_challenge: '' }],
    ['a plain challenge', { ...AUTHORIZE_QUERY, code_challenge_method: 'plain' }],
    ['the implicit flow', { ...AUTHORIZE_QUERY, response_type: 'token' }],
  ])('%s returns an error page without a redirect', async (_, query) => {
    const response = await choose(await start(), { email: 'a@people.example', name: 'A' }, query)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  it('an invalid or unknown person is rejected', async () => {
    const issuer = await start()
    for (const person of [{}, { sub: 'nobody' }, { email: 'no address', name: 'A' }, { email: 'a@people.example' }]) {
      expect((await choose(issuer, person as Record<string, string>)).status).toBe(400)
    }
  })

  it('sign-out redirects to this machine only', async () => {
    const { url } = await start()
    const signOut = (to: string) =>
      fetch(`${url}/logout?post_logout_redirect_uri=${encodeURIComponent(to)}`, { redirect: 'manual' })
    expect((await signOut('http://localhost:4000/')).headers.get('location')).toBe('http://localhost:4000/')
    expect((await signOut('https://evil.example/')).status).toBe(400)
  })
})
