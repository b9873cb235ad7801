import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { asPerson, newPerson, newSession } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'

const me = (cookie: string) => call('GET', '/api/account/me', { headers: { cookie }, as: 'getMe' })

describe('POST /api/auth/logout', () => {
  test('returns 200, ends the session and clears the cookie; other sessions of the user stay active', async () => {
    const ada = await newPerson()
    const otherSession = await newSession(ada)
    const { status, headers, body } = await asPerson(ada, 'POST', '/api/auth/logout', { as: 'signOut' })
    expect([status, body.ok]).toEqual([200, true])
    expect(headers.getSetCookie()).toEqual(['auth.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'])
    expect(String(body.next)).toContain('/logout?client_id=')
    expect([(await me(ada.cookie)).status, (await me(otherSession.cookie)).status]).toEqual([401, 200])
    expect((await asPerson(ada, 'POST', '/api/auth/logout', { as: 'signOut' })).status).toBe(401)
  })

  test('returns 200 with a token of the authentication service, which has no platform session', async () => {
    const { session } = await newUser()
    expect((await call('POST', '/api/auth/logout', { key: session, as: 'signOut' })).status).toBe(200)
  })

  test('returns 401 without a session, 403 for a page of another site', async () => {
    expect((await call('POST', '/api/auth/logout', { as: 'signOut' })).status).toBe(401)
    const ada = await newPerson()
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site }
      expect((await asPerson(ada, 'POST', '/api/auth/logout', { headers, as: 'signOut' })).status).toBe(403)
    }
    expect((await me(ada.cookie)).status).toBe(200)
  })

  test('returns 400 for an unknown query parameter', async () => {
    const ada = await newPerson()
    expect((await asPerson(ada, 'POST', '/api/auth/logout?surprise=1', { as: 'signOut' })).status).toBe(400)
  })
})
