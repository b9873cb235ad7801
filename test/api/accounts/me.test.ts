import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf } from '../../support/api.ts'
import { asPerson, newPerson } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'

const me = (headers: Record<string, string>) => call('GET', '/api/account/me', { headers, as: 'getMe' })

describe('GET /api/account/me', () => {
  verifies(
    ['PLA-2.1-1', 'PLA-4.1-6'],
    'returns 200 with the identity of a signed-in user and their personal organization',
    async () => {
      const ada = await newPerson()
      const { status, body, headers } = await me({ cookie: ada.cookie })
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(body).toEqual({
        userId: expect.any(String),
        orgId: expect.any(String),
        tenantId: body.orgId,
        email: ada.email,
      })
    },
  )

  verifies(
    ['PLA-2.1-2', 'PLA-5-2'],
    'returns 200 with a key of the same organization, without tenant and email address',
    async () => {
      const ada = await newPerson()
      const { body: identity } = await me({ cookie: ada.cookie })
      const createdKey = await asPerson(ada, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
      const bearer = { authorization: `Bearer ${createdKey.body.key}` }
      const expected = { userId: identity.userId, orgId: identity.orgId, tenantId: null, email: null }
      expect((await me(bearer)).body).toEqual(expected)
      expect((await me({ 'x-api-key': String(createdKey.body.key) })).body).toEqual(expected)
    },
  )

  test('returns 200 with the user of a token of the authentication service', async () => {
    const { session, userId } = await newUser()
    const { status, body } = await me({ authorization: `Bearer ${session}` })
    expect([status, body.userId, body.email]).toEqual([200, userId, null])
  })

  test('returns 400 with two different credentials', async () => {
    const headers = { authorization: `Bearer ${keyOf('free')}`, 'x-api-key': keyOf('pro') }
    expect((await me(headers)).status).toBe(400)
  })

  test('a session is accepted by every service', async () => {
    const { cookie } = await newPerson()
    const { urls } = testStack()
    for (const url of [`${urls.images}/v2/tenants`, `${urls.flags}/flags`]) {
      expect((await fetch(url, { headers: { cookie } })).status).toBe(200)
      const unknownSession = { cookie: `auth.session_token=${'x'.repeat(43)}` }
      expect((await fetch(url, { headers: unknownSession })).status).toBe(401)
    }
  })

  test.each<Record<string, string>>([
    {},
    { cookie: 'auth.session_token=x' },
    { cookie: `auth.session_token=${'x'.repeat(43)}` },
    { authorization: 'Bearer plat_nobody' },
    { authorization: 'Basic eDp5' },
  ])('returns 401 with %o', async (headers) => {
    const { status, body } = await me(headers)
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
  })

  verifies(
    'PLA-5-1',
    'returns 401 for two session cookies of the same name (cookie tossing from a neighboring host)',
    async () => {
      const [ada, mallory] = await Promise.all([newPerson(), newPerson('Mallory')])
      for (const cookie of [`${mallory.cookie}; ${ada.cookie}`, `${ada.cookie}; ${mallory.cookie}`]) {
        expect((await me({ cookie })).status).toBe(401)
      }
    },
  )

  test('returns 401 with a key of the image service, and with the former cookie', async () => {
    expect((await me({ authorization: `Bearer ${keyOf('free')}` })).status).toBe(401)
    const { token } = await newPerson()
    expect((await me({ cookie: `session=${token}` })).status).toBe(401)
  })
})
