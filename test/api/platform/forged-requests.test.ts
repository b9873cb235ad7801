import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { declaredOperation, operationsOf } from '../../support/declared-operations.ts'
import { plainOperation, send } from '../../support/operation-requests.ts'
import { newPerson, platformOrigin } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const READS = ['get', 'head', 'options']

/** Every operation of this API that a session may change data with, by contract. */
const writes = operationsOf('platform')
  .map(plainOperation)
  .filter(
    ({ id, authority }) =>
      (authority === 'session' || authority.startsWith('scope:')) && !READS.includes(declaredOperation(id).method),
  )

/** Headers that a browser sends when another site's page triggers a request with the user's cookies. */
const FORGED: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['of another site without an Origin header', { 'sec-fetch-site': 'cross-site' }],
  ['of a neighboring host', { 'sec-fetch-site': 'same-site', origin: 'https://neighbor.example' }],
  ['typed by hand or from a bookmark', { 'sec-fetch-site': 'none' }],
  ['of an old browser on another site', { origin: 'https://evil.example' }],
  ['of a sandboxed page', { origin: 'null' }],
  ['of the same host over another scheme', { origin: 'ftp://127.0.0.1' }],
]

describe.skipIf(testStack().kind === 'emulator')('requests from pages of other sites', () => {
  test('the set of tested writes includes every write with a session', () => {
    expect(writes.length).toBeGreaterThan(15)
  })

  test.each(writes)('$id returns 403 for every kind of foreign page', async ({ id, typical, hasOwnRefusals }) => {
    // PERMISSION_DENIED of google.rpc.Code, because OTLP defines the format of refusals.
    const code = hasOwnRefusals ? 7 : 'forbidden'
    const { cookie } = await newPerson()
    for (const [, headers] of FORGED) {
      const { status, body } = await send(id, { ...typical, headers: { origin: platformOrigin(), ...headers, cookie } })
      expect([status, body.code]).toEqual([403, code])
    }
    const { status } = await send(id, { ...typical, headers: { cookie } })
    expect(status).toBe(403)
    // The same user is accepted from a page of the platform.
    const ownRequest = await call('GET', '/api/account/me', { headers: { cookie }, as: 'getMe' })
    expect(ownRequest.status).toBe(200)
  })
})

describe('cookie tossing', () => {
  const getMe = (cookie: string) => call('GET', '/api/account/me', { headers: { cookie }, as: 'getMe' })

  test('getMe and createApiKey return 401 for two session cookies in either order, because a neighboring host may have set one', async () => {
    const [ada, eve] = await Promise.all([newPerson(), newPerson('Eve')])
    for (const cookie of [
      `${eve.cookie}; ${ada.cookie}`,
      `${ada.cookie}; ${eve.cookie}`,
      `auth.session_token=x; ${ada.cookie}`,
    ]) {
      expect((await getMe(cookie)).status).toBe(401)
      const headers = { cookie, origin: platformOrigin() }
      const created = await call('POST', '/api/keys', { headers, body: { name: 'k' }, as: 'createApiKey' })
      expect(created.status).toBe(401)
      // For a signed-in user, the sign-in page redirects directly.
      const page = await call('GET', '/login?redirect=/keys', { headers: { cookie }, as: 'signIn' })
      expect([page.status, page.headers.get('location') === '/keys']).toEqual([302, false])
    }
    expect((await getMe(`${ada.cookie}; ${ada.cookie}`)).status).toBe(200)
  })

  test('getMe returns 401 for an invented session token, and for a valid one in the cookie for https', async () => {
    expect((await getMe(`auth.session_token=${'f'.repeat(43)}`)).status).toBe(401)
    const { token } = await newPerson()
    // Over plain http, the cookie name for https is ignored.
    expect((await getMe(`__Secure-auth.session_token=${token}`)).status).toBe(401)
  })
})

describe('a forged host', () => {
  test.each(['x-forwarded-host', 'forwarded', 'x-original-host', 'x-host'])(
    'signIn and getDashboard ignore the host in %s',
    async (name) => {
      const headers = { [name]: name === 'forwarded' ? 'host=evil.example;proto=https' : 'evil.example' }
      const signIn = await call('GET', '/login', { headers, as: 'signIn' })
      const issuerUrl = new URL(String(signIn.headers.get('location')))
      expect(new URL(String(issuerUrl.searchParams.get('redirect_uri'))).origin).toBe(platformOrigin())
      const page = await call('GET', '/dashboard', { headers, as: 'getDashboard' })
      expect(page.headers.get('location')).toBe('/')
    },
  )
})
