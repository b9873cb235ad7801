import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { asPerson, newPerson, newSession, platformOrigin } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'

interface Listed {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly client: string | null
  readonly current: boolean
}

const list = async (person: { readonly cookie: string }) =>
  (await asPerson<{ sessions: Listed[] }>(person, 'GET', '/api/account/sessions', { as: 'listSessions' })).body.sessions
const revoke = (person: { readonly cookie: string }, id: string) =>
  asPerson(person, 'DELETE', `/api/account/sessions/${id}`, { as: 'revokeSession' })
const me = (cookie: string) => call('GET', '/api/account/me', { headers: { cookie }, as: 'getMe' })

describe('sessions of a user', () => {
  test('listSessions returns 200 with each session, newest first, and marks the current one; it contains no token', async () => {
    const ada = await newPerson()
    const otherSession = await newSession(ada)
    const sessions = await list(ada)
    expect(sessions.map(({ current }) => current)).toEqual([false, true])
    expect((await list(otherSession)).map(({ current }) => current)).toEqual([true, false])
    const [{ createdAt, expiresAt, client } = { createdAt: '', expiresAt: '', client: '' }] = sessions
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000)
    expect(client).toBe('node')
    for (const { token } of [ada, otherSession]) expect(JSON.stringify(sessions)).not.toContain(token)
  })

  test('listSessions returns 200 with a token of the authentication service', async () => {
    const { session } = await newUser()
    const { status, body } = await call('GET', '/api/account/sessions', { key: session, as: 'listSessions' })
    expect([status, body]).toEqual([200, { sessions: [] }])
  })

  test('revokeSession returns 204 and the session is refused everywhere; 404 the second time', async () => {
    const ada = await newPerson()
    const elsewhere = await newSession(ada)
    const other = (await list(ada)).find(({ current }) => !current)!
    expect((await revoke(ada, other.id)).status).toBe(204)
    expect([(await me(elsewhere.cookie)).status, (await me(ada.cookie)).status]).toEqual([401, 200])
    expect([(await revoke(ada, other.id)).status, (await list(ada)).length]).toEqual([404, 1])
  })

  test("revokeSession returns 404 for another user's session, which stays active, and for an unknown one", async () => {
    const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
    const [bobsSession] = await list(bob)
    const otherUsers = await revoke(ada, bobsSession!.id)
    const unknownSession = await revoke(ada, 'none')
    expect([otherUsers.status, otherUsers.body]).toEqual([404, unknownSession.body])
    expect((await me(bob.cookie)).status).toBe(200)
  })

  test('session routes return 401 without a session, 403 with a key, 403 for a page of another site, 400 for an unknown parameter', async () => {
    const ada = await newPerson()
    const createdKey = await asPerson(ada, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
    const key = String(createdKey.body.key)
    for (const [method, path, as] of [
      ['GET', '/api/account/sessions', 'listSessions'],
      ['DELETE', '/api/account/sessions/x', 'revokeSession'],
    ] as const) {
      expect((await call(method, path, { as })).status).toBe(401)
      expect((await call(method, path, { key, as })).status).toBe(403)
      expect((await asPerson(ada, method, `${path}?surprise=1`, { as })).status).toBe(400)
    }
    const headers = { cookie: ada.cookie, 'sec-fetch-site': 'cross-site', origin: platformOrigin() }
    const [{ id } = { id: '' }] = await list(ada)
    expect((await call('DELETE', `/api/account/sessions/${id}`, { headers, as: 'revokeSession' })).status).toBe(403)
    expect((await me(ada.cookie)).status).toBe(200)
  })
})
