import { personalTenantOf } from '@signet/identity'
import { sessionVerifier } from '@signet/identity/session-verifier'
import { Refusal, unauthenticated } from '@signet/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionAuthenticator } from '../../../layers/identity/src/session.ts'
import {
  CLIENT,
  ISSUER,
  keySet,
  keysOf,
  signingPair,
  tokenByPublicKey,
  tokenOf,
  USER,
  unsignedToken,
  validClaims,
} from './session-world.ts'

const pair = signingPair('one')
const session = { issuer: ISSUER, clientId: CLIENT }
const validToken = tokenOf(pair)

/** Status of each shared refusal code. */
const STATUS: Readonly<Record<string, number>> = { unauthenticated: 401, forbidden: 403, unavailable: 503 }

const statusOf = async (work: Promise<unknown>): Promise<number> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refusal ? (STATUS[error.code] ?? 0) : 0
}

describe('a session token', () => {
  it.each(['ES256', 'RS256'] as const)(
    'authenticates the user if the issuer signed it for this client with %s',
    async (alg) => {
      const issuerKey = signingPair('one', alg)
      const { send, urls } = keysOf(issuerKey)
      const verify = sessionVerifier(session, send)
      expect(await verify(tokenOf(issuerKey))).toBe(USER)
      expect(await verify(tokenOf(issuerKey, { client_id: undefined, token_use: 'id', aud: [CLIENT] }))).toBe(USER)
      expect(urls).toEqual([`${ISSUER}/.well-known/jwks.json`])
    },
  )

  const { exp: _, ...claimsWithoutExpiry } = validClaims()
  const minuteAgo = Math.floor(Date.now() / 1000) - 60
  const otherKeyPair = signingPair('one')
  it.each([
    ['is expired', tokenOf(pair, { exp: minuteAgo })],
    ['never expires', tokenOf(pair, { ...claimsWithoutExpiry, exp: undefined })],
    ['is not valid yet', tokenOf(pair, { nbf: minuteAgo + 600 })],
    ['is of another issuer', tokenOf(pair, { iss: 'https://other.example' })],
    ['is for another client', tokenOf(pair, { client_id: 'other' })],
    ['is for another audience', tokenOf(pair, { client_id: undefined, aud: 'other' })],
    ['is for no client', tokenOf(pair, { client_id: undefined })],
    ['has another token_use', tokenOf(pair, { token_use: 'refresh' })],
    ['is an OAuth access token', tokenOf(pair, {}, { typ: 'at+jwt' })],
    ['has no subject', tokenOf(pair, { sub: undefined })],
    ['has a malformed subject', tokenOf(pair, { sub: 'a b' })],
    ['is signed with another key', tokenOf(otherKeyPair)],
    ['is not signed', unsignedToken(pair)],
    ['is signed with the public key as a secret', tokenByPublicKey(pair)],
    ['has an unknown key ID', tokenOf(signingPair('two'))],
    ['has no key ID', tokenOf(pair, {}, { kid: undefined })],
    ['has another algorithm', tokenOf(signingPair('one', 'RS512'))],
    ['is truncated', validToken.slice(0, -8)],
    ['is malformed', 'eyJ.eyJ.x'],
  ])('returns 401 when it %s', async (_name, token) => {
    expect(await statusOf(sessionVerifier(session, keysOf(pair).send)(token))).toBe(401)
  })

  it('returns 401 if any character is changed', async () => {
    const verify = sessionVerifier(session, keysOf(pair).send)
    await fc.assert(
      fc.asyncProperty(fc.nat(validToken.length - 1), fc.constantFrom(...'Aaz09-_.'), async (at, other) => {
        const changed = validToken.slice(0, at) + other + validToken.slice(at + 1)
        // The last character of a signature has two unused bits.
        fc.pre(changed !== validToken && at < validToken.length - 1)
        expect([401, 503]).toContain(await statusOf(verify(changed)))
      }),
      { numRuns: 100 },
    )
  })

  it('triggers no fetch of keys if it is malformed', async () => {
    const { send, urls } = keysOf(pair)
    const verify = sessionVerifier(session, send)
    for (const token of [unsignedToken(pair), tokenOf(pair, { iss: 'https://other.example' }), 'eyJ.x.y']) {
      expect(await statusOf(verify(token))).toBe(401)
    }
    expect(urls).toEqual([])
  })

  it('authenticates the user with a key that the issuer has just started to use', async () => {
    const newKeyPair = signingPair('two')
    let keys = [pair.jwk]
    const verify = sessionVerifier(session, keySet(() => Response.json({ keys })).send)
    expect(await verify(validToken)).toBe(USER)
    keys = [pair.jwk, newKeyPair.jwk]
    expect(await verify(tokenOf(newKeyPair))).toBe(USER)
  })
})

describe('the keys of the issuer', () => {
  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
    ['return 500', () => new Response('', { status: 500 })],
    ['are an HTML page', () => new Response('<html>')],
    ['are too large', () => new Response('x'.repeat(70_000))],
  ])('return 503 for a session when they %s', async (_name, answer) => {
    const send = (async () => answer()) as typeof fetch
    expect(await statusOf(sessionVerifier(session, send)(validToken))).toBe(503)
  })

  it('load again after a failure', async () => {
    let isDown = true
    const { send } = keySet(() => (isDown ? new Response('', { status: 502 }) : Response.json({ keys: [pair.jwk] })))
    const verify = sessionVerifier(session, send)
    expect(await statusOf(verify(validToken))).toBe(503)
    isDown = false
    expect(await verify(validToken)).toBe(USER)
  })
})

const TOKEN = 'a'.repeat(43)
const OTHER_TOKEN = 'b'.repeat(43)

describe('the session of a request', () => {
  const tenantId = personalTenantOf(USER)
  const times = { created_at: '2026-11-22T09:00:00.000Z', expires_at: '2026-11-29T09:00:00.000Z' }
  const row = { id: 's1', user_id: USER, org_id: tenantId, tenant_id: tenantId, ...times }
  const readSession = async (token: string) => (token === TOKEN || token === OTHER_TOKEN ? row : undefined)
  const authenticate = sessionAuthenticator({
    read: readSession,
    loadVerifier: async () => async (token) => {
      if (token !== 'eyJgood') throw unauthenticated('bad')
      return USER
    },
  })
  const origin = 'https://api.example'
  const callerOf = (headers: Record<string, string>, method = 'GET', at = origin) =>
    authenticate({ headers, method, origin: at, baseUrl: at, sourceIp: '203.0.113.7' })
  const cookie = `__Secure-auth.session_token=${TOKEN}`

  it('comes from a bearer token of the issuer, without a platform session', async () => {
    const caller = await callerOf({ authorization: 'Bearer eyJgood' })
    expect(caller).toMatchObject({ kind: 'session', userId: USER, orgId: tenantId, tenantId, accountId: tenantId })
    expect(caller).not.toHaveProperty('sessionId')
  })

  it.each([
    ['https://api.example', `theme=dark; __Secure-auth.session_token=${TOKEN}; auth.session_token=${OTHER_TOKEN}`],
    ['http://localhost:4000', `auth.session_token=${TOKEN}`],
    ['http://localhost:4000', `auth.session_token=${TOKEN}; auth.session_token=${TOKEN}`],
  ])('comes at %s from the cookie %s', async (at, sent) => {
    const caller = await callerOf({ cookie: sent }, 'GET', at)
    expect(caller).toMatchObject({ kind: 'session', userId: USER, orgId: tenantId, tenantId, sessionId: 's1' })
  })

  it.each<Record<string, string>>([
    {},
    { cookie: `other=${TOKEN}` },
    { cookie: '__Secure-auth.session_token=' },
    { cookie: `session=${TOKEN}; __Secure-session=${TOKEN}` },
    { authorization: 'Bearer gen_x' },
    { 'x-api-key': 'k' },
  ])('does not exist in %o', async (headers) => {
    expect(await callerOf(headers)).toBeUndefined()
  })

  it('never comes over https from the cookie name that plain http can set', async () => {
    expect(await callerOf({ cookie: `auth.session_token=${TOKEN}` })).toBeUndefined()
  })

  it('returns 401 for two different cookies, because a neighboring host may have set one', async () => {
    for (const pair of [
      `${cookie}; __Secure-auth.session_token=${OTHER_TOKEN}`,
      `__Secure-auth.session_token=x; ${cookie}`,
    ]) {
      expect(await statusOf(callerOf({ cookie: pair }))).toBe(401)
    }
  })

  it('never comes from the cookie if another credential was sent', async () => {
    expect(await callerOf({ authorization: 'Bearer gen_x', cookie })).toBeUndefined()
  })

  it('returns 401 when it is invalid; a token of the issuer is invalid as a cookie', async () => {
    expect(await statusOf(callerOf({ cookie: '__Secure-auth.session_token=rubbish' }))).toBe(401)
    expect(await statusOf(callerOf({ cookie: '__Secure-auth.session_token=eyJgood' }))).toBe(401)
    expect(await statusOf(callerOf({ authorization: 'Bearer eyJbad' }))).toBe(401)
  })

  it('returns 401 as a bearer token without a configured issuer; the cookie works', async () => {
    const cookieOnly = sessionAuthenticator({ loadVerifier: undefined, read: readSession })
    const credentials = { method: 'GET', origin, baseUrl: origin, sourceIp: '203.0.113.7' }
    expect(await statusOf(cookieOnly({ ...credentials, headers: { authorization: 'Bearer eyJgood' } }))).toBe(401)
    expect(await cookieOnly({ ...credentials, headers: { cookie } })).toMatchObject({ userId: USER })
  })

  it.each([
    [403, {}],
    [403, { origin: 'https://evil.example' }],
    [403, { origin: 'null' }],
    [403, { 'sec-fetch-site': 'cross-site', origin }],
    [403, { 'sec-fetch-site': 'same-site' }],
    [0, { origin }],
    [0, { 'sec-fetch-site': 'same-origin' }],
  ])('returns %i for a write by cookie with %o', async (status, headers) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(await statusOf(callerOf({ cookie, ...headers }, method))).toBe(status)
    }
  })

  it('requires no Origin or Sec-Fetch-Site header with a bearer token or for reads', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect(await statusOf(callerOf({ authorization: 'Bearer eyJgood', ...foreign }, 'POST'))).toBe(0)
    expect(await statusOf(callerOf({ cookie, ...foreign }, 'GET'))).toBe(0)
  })

  const OTHER_ORGANIZATION = personalTenantOf('somebody-else')

  it('returns 401 if the request names another organization, as cookie and as bearer token', async () => {
    const credentials: Record<string, string>[] = [{ cookie }, { authorization: 'Bearer eyJgood' }]
    for (const credential of credentials) {
      for (const method of ['GET', 'POST']) {
        const own = { ...credential, origin, 'signet-organization': tenantId }
        expect(await callerOf(own, method)).toMatchObject({ orgId: tenantId })
        for (const requestedOrganization of [OTHER_ORGANIZATION, '', tenantId.toUpperCase()]) {
          await expect(
            callerOf({ ...own, 'signet-organization': requestedOrganization }, method),
          ).rejects.toMatchObject({
            code: 'unauthenticated',
            message: 'This session now acts for another organization. Reload the page',
          })
        }
      }
    }
  })

  it('does not apply to other credentials, whatever organization the request names', async () => {
    const others: Record<string, string>[] = [{ authorization: 'Bearer gen_x' }, { 'x-api-key': 'k' }, {}]
    for (const headers of others) {
      expect(await callerOf({ ...headers, 'signet-organization': OTHER_ORGANIZATION })).toBeUndefined()
    }
  })
})
