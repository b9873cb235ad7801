import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { planOutage } from '../../support/control.ts'
import { cookiesOf, signIn, signInUntilCallback, signInUntilRelay } from '../../support/people.ts'

const finish = (path: string, cookie?: string) =>
  call('GET', path, { headers: cookie === undefined ? {} : { cookie }, as: 'finishSignIn' })
const EXPIRED_NOTICE = '/login?notice=expired'

describe('GET /api/auth/callback', () => {
  test('returns 302 to the relay with a one-time token and the target, for the browser that started the sign-in', async () => {
    const { binding, path } = await signInUntilCallback(undefined, '?redirect=/flows')
    const { status, headers } = await finish(path, binding)
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      302,
      'no-store',
      'no-referrer',
    ])
    expect(headers.get('location')).toMatch(/^\/api\/auth\/relay\?token=[\w-]{43}&redirect=%2Fflows$/)
  })

  test('returns 302 to the sign-in page for another browser, which cannot use a stolen code', async () => {
    const { path } = await signInUntilCallback()
    const other = await signInUntilCallback()
    for (const cookie of [undefined, other.binding, 'auth.sign_in=rubbish']) {
      expect((await finish(path, cookie)).headers.get('location')).toBe(EXPIRED_NOTICE)
    }
  })

  test('returns 302 to the sign-in page for an unknown state, which prevents login CSRF', async () => {
    const attacker = await signInUntilCallback()
    const victim = await signInUntilCallback()
    const forged = new URLSearchParams(attacker.path.split('?')[1])
    expect((await finish(attacker.path, victim.binding)).headers.get('location')).toBe(EXPIRED_NOTICE)
    forged.delete('state')
    expect((await finish(`/api/auth/callback?${forged}`, victim.binding)).headers.get('location')).toBe(EXPIRED_NOTICE)
  })

  test('returns 302 to the sign-in page for two binding cookies, because a neighboring host may have set one', async () => {
    const { binding, path } = await signInUntilCallback()
    const other = await signInUntilCallback()
    expect((await finish(path, `${other.binding}; ${binding}`)).headers.get('location')).toBe(EXPIRED_NOTICE)
  })

  test('returns 302 with the notice refused for a used or missing code', async () => {
    const { binding, path } = await signInUntilCallback()
    expect((await finish(path, binding)).headers.get('location')).toContain('/api/auth/relay')
    expect((await finish(path, binding)).headers.get('location')).toBe('/login?notice=refused')
    const deniedSignIn = await signInUntilCallback()
    const state = new URLSearchParams(deniedSignIn.path.split('?')[1]).get('state')
    const denied = await finish(`/api/auth/callback?error=access_denied&state=${state}`, deniedSignIn.binding)
    expect(denied.headers.get('location')).toBe('/login?notice=refused')
  })

  test('returns 302 with the notice unavailable while the account cannot be created; the next sign-in creates it', async () => {
    const profile = { email: `${randomUUID()}@people.example`, name: 'Ada' }
    const { binding, path } = await signInUntilCallback(profile)
    await planOutage({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      function: 'accounts-api',
      times: 1,
      status: 400,
      type: 'ResourceNotFoundException',
    })
    expect((await finish(path, binding)).headers.get('location')).toBe('/login?notice=unavailable')
    expect((await signIn(profile)).cookie).toMatch(/^auth\.session_token=/)
  })

  test('returns 302 without a session cookie; the sign-in cookie is not accepted as one', async () => {
    const relayed = await signInUntilRelay()
    const { status } = await call('GET', '/api/account/me', { headers: { cookie: relayed.binding }, as: 'getMe' })
    expect(status).toBe(401)
    const { path, binding } = await signInUntilCallback()
    expect(cookiesOf(await finish(path, binding)).has('auth.session_token')).toBe(false)
  })

  test('returns 400 for a parameter that no issuer sends', async () => {
    expect((await finish('/api/auth/callback?surprise=1')).status).toBe(400)
  })
})
