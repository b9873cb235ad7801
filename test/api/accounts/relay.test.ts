import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { cookiesOf, newPerson, type SignInAtRelay, signInUntilRelay } from '../../support/people.ts'

const relay = (path: string, cookie?: string) =>
  call('GET', path, { headers: cookie === undefined ? {} : { cookie }, as: 'relaySignIn' })
const me = (cookie: string) => call('GET', '/api/account/me', { headers: { cookie }, as: 'getMe' })
const sessionOf = (answer: Awaited<ReturnType<typeof relay>>) => cookiesOf(answer).get('auth.session_token')
const EXPIRED_NOTICE = '/login?notice=expired'

describe('GET /api/auth/relay', () => {
  verifies(
    ['PLA-4.1-3', 'PLA-8-6'],
    'returns 302 with exactly the session cookie of the specification, and clears the binding',
    async () => {
      const { binding, path } = await signInUntilRelay()
      const answer = await relay(path, binding)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^auth\.session_token=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
        'auth.sign_in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      ])
      expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
        'no-store',
        'no-referrer',
      ])
      expect((await me(`auth.session_token=${sessionOf(answer)}`)).status).toBe(200)
    },
  )

  verifies('PLA-4.1-4', 'returns 302 to the sign-in page without a token', async () => {
    for (const path of ['/api/auth/relay', '/api/auth/relay?token=', '/api/auth/relay?redirect=//evil.example']) {
      const answer = await relay(path)
      expect([answer.status, answer.headers.get('location'), sessionOf(answer)]).toEqual([302, '/login', undefined])
    }
  })

  test('returns 302 without a session for a used token', async () => {
    const { binding, path } = await signInUntilRelay()
    expect(sessionOf(await relay(path, binding))).toBeDefined()
    const secondUse = await relay(path, binding)
    expect([secondUse.headers.get('location'), sessionOf(secondUse)]).toEqual([EXPIRED_NOTICE, undefined])
  })

  test('returns 302 with a session for one of eight concurrent requests with the same token', async () => {
    const { binding, path } = await signInUntilRelay()
    const answers = await Promise.all(Array.from({ length: 8 }, () => relay(path, binding)))
    expect(answers.filter((answer) => sessionOf(answer) !== undefined)).toHaveLength(1)
  })

  test('returns 302 without a session in another browser, and the token stays valid for its own', async () => {
    const { binding, path } = await signInUntilRelay()
    const other = await signInUntilRelay()
    for (const cookie of [undefined, other.binding, `${other.binding}; ${binding}`, 'auth.sign_in=x']) {
      const response = await relay(path, cookie)
      expect([response.headers.get('location'), sessionOf(response)]).toEqual([EXPIRED_NOTICE, undefined])
    }
    expect(sessionOf(await relay(path, binding))).toBeDefined()
  })

  test('returns 302 without a session after a minute', async () => {
    const { binding, path } = await signInUntilRelay()
    const answer = await atLaterTime(60_000, () => relay(path, binding))
    expect([answer.headers.get('location'), sessionOf(answer)]).toEqual([EXPIRED_NOTICE, undefined])
  })

  test('returns 302 without a session for a token of another kind', async () => {
    const { binding } = await signInUntilRelay()
    const { token } = await newPerson()
    for (const invalidToken of [token, 'x', 'a'.repeat(43)]) {
      expect(sessionOf(await relay(`/api/auth/relay?token=${invalidToken}`, binding))).toBeUndefined()
    }
  })

  const outcomeOf = async ({ binding, token }: SignInAtRelay, redirect: string) => {
    const answer = await relay(`/api/auth/relay?token=${token}&redirect=${encodeURIComponent(redirect)}`, binding)
    return [answer.status, sessionOf(answer) !== undefined, answer.headers.get('location')]
  }

  for (const redirect of ['/flows', '/flows?tab=a#b']) {
    verifies('PLA-4.1-5', `returns 302 to the safe path ${redirect}`, async () => {
      expect(await outcomeOf(await signInUntilRelay(), redirect)).toEqual([302, true, redirect])
    })
  }

  for (const redirect of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%2Fevil.example',
    '/a\r\nX: y',
    'dashboard',
    '',
  ]) {
    verifies('PLA-4.1-5', `returns 302 to the home page for ${JSON.stringify(redirect)}`, async () => {
      expect(await outcomeOf(await signInUntilRelay(), redirect)).toEqual([302, true, '/'])
    })
  }

  test("returns 302 with a new session and ends the browser's previous one, which prevents session fixation", async () => {
    const profile = { email: `${randomUUID()}@people.example`, name: 'Ada' }
    const first = await signInUntilRelay(profile)
    const previousSession = String(sessionOf(await relay(first.path, first.binding)))
    const second = await signInUntilRelay(profile)
    const fixedToken = 'f'.repeat(43)
    const newSession = sessionOf(await relay(second.path, `${second.binding}; auth.session_token=${previousSession}`))
    expect(newSession).not.toBe(previousSession)
    expect((await me(`auth.session_token=${previousSession}`)).status).toBe(401)
    expect((await me(`auth.session_token=${newSession}`)).status).toBe(200)
    const third = await signInUntilRelay(profile)
    const thirdSession = sessionOf(await relay(third.path, `${third.binding}; auth.session_token=${fixedToken}`))
    expect(thirdSession).not.toBe(fixedToken)
    expect((await me(`auth.session_token=${fixedToken}`)).status).toBe(401)
  })

  test('returns 400 for an unknown query parameter', async () => {
    expect((await relay('/api/auth/relay?surprise=1')).status).toBe(400)
  })
})
