import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { INVALID_NAMES } from '../../support/no-names.ts'
import { asPerson, newPerson, platformOrigin } from '../../support/people.ts'
import { newUser, sessionOf } from '../../support/sessions.ts'

const rename = (person: { readonly cookie: string }, body: unknown) =>
  asPerson(person, 'POST', '/api/account/name', { body, as: 'setName' })
const nameOf = async (person: { readonly cookie: string }) => {
  const { body: me } = await asPerson<{ orgId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })
  const path = `/api/organizations/${me.orgId}/members`
  const { body } = await asPerson<{ members: readonly { name: string | null }[] }>(person, 'GET', path, {
    as: 'listMembers',
  })
  return body.members[0]?.name
}

describe('POST /api/account/name', () => {
  verifies('PLA-4.1-7', 'returns 200 and sets the name; an empty name clears it', async () => {
    const ada = await newPerson('Ada')
    expect(await nameOf(ada)).toBe('Ada')
    for (const name of ['Ada Lovelace', 'é'.repeat(100), '<b>&"']) {
      const { status, body } = await rename(ada, { name })
      expect([status, body]).toEqual([200, { ok: true, name }])
    }
    expect(await nameOf(ada)).toBe('<b>&"')
    for (const name of ['', '  ']) expect((await rename(ada, { name })).body).toEqual({ ok: true, name: null })
    expect(await nameOf(ada)).toBeNull()
  })

  test('returns 200 for concurrent names, of which one remains', async () => {
    const ada = await newPerson()
    const names = ['a', 'b', 'c', 'd']
    const responses = await Promise.all(names.map((name) => rename(ada, { name })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(names).toContain(await nameOf(ada))
  })

  verifies('PLA-4.1-8', 'returns 400 for more than 100 characters, and for a body that is not JSON', async () => {
    const ada = await newPerson()
    const tooLong = await rename(ada, { name: 'x'.repeat(101) })
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'invalid_input'])
    const invalidJson = await asPerson(ada, 'POST', '/api/account/name', {
      raw: '{',
      headers: { 'content-type': 'application/json' },
      as: 'setName',
    })
    expect([invalidJson.status, invalidJson.body.code]).toEqual([400, 'invalid_json'])
    for (const body of [{}, { name: null }, { name: 1 }, { name: 'x', other: 1 }]) {
      expect((await rename(ada, body)).status).toBe(400)
    }
  })

  test.each(INVALID_NAMES)('returns 400 for %s in a user name, with the name of the field', async (_, name) => {
    const { status, body } = await rename(await newPerson(), { name })
    expect([status, body.errors]).toMatchObject([400, [{ field: 'name' }]])
  })

  test.each(INVALID_NAMES)('returns 400 for %s in the name of an organization or a key', async (_, name) => {
    const ada = await newPerson()
    for (const [path, as] of [
      ['/api/organizations', 'createOrganization'],
      ['/api/keys', 'createApiKey'],
    ] as const) {
      const { status, body } = await asPerson(ada, 'POST', path, { body: { name }, as })
      expect([path, status, body.errors]).toMatchObject([path, 400, [{ field: 'name' }]])
    }
  })

  test('returns 200 for a name with joiners, which scripts and emoji need', async () => {
    const ada = await newPerson()
    for (const name of ['می‌خواهم', '👩‍💻', "D’Arcy-O'Neill"]) expect((await rename(ada, { name })).status).toBe(200)
  })

  verifies('PLA-4.1-9', 'returns 401 without a session', async () => {
    expect((await call('POST', '/api/account/name', { body: { name: 'x' }, as: 'setName' })).status).toBe(401)
  })

  test('returns 403 with a key, and for a page of another site', async () => {
    const ada = await newPerson()
    const { body } = await asPerson(ada, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
    const withKey = await call('POST', '/api/account/name', {
      key: String(body.key),
      body: { name: 'x' },
      as: 'setName',
    })
    expect([withKey.status, withKey.body.code]).toEqual([403, 'forbidden'])
    const headers = { origin: 'https://evil.example' }
    const fromOtherSite = await asPerson(ada, 'POST', '/api/account/name', {
      body: { name: 'x' },
      headers,
      as: 'setName',
    })
    expect([fromOtherSite.status, await nameOf(ada)]).toEqual([403, 'Ada'])
  })

  verifies('PLA-4.1-9', 'returns 403 if the authentication service does not recognize the token', async () => {
    const { session } = await newUser()
    const { status, body } = await call('POST', '/api/account/name', {
      key: session,
      body: { name: 'x' },
      as: 'setName',
    })
    expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test('returns 200 with a token of a user who has no platform account yet, and creates the account', async () => {
    const userId = await signUpOnly()
    const session = await sessionOf(userId)
    const { status, body } = await call('POST', '/api/account/name', {
      key: session,
      body: { name: 'Bob' },
      as: 'setName',
    })
    expect([status, body]).toEqual([200, { ok: true, name: 'Bob' }])
    const me = await call('GET', '/api/account/me', { key: session, as: 'getMe' })
    expect(me.body).toMatchObject({ userId, email: expect.stringContaining('@people.example') })
  })

  test('returns 413 and 415', async () => {
    const ada = await newPerson()
    expect((await rename(ada, { name: 'x'.repeat(5_000) })).status).toBe(413)
    const headers = { 'content-type': 'text/plain', cookie: ada.cookie, origin: platformOrigin() }
    expect((await call('POST', '/api/account/name', { raw: 'a', headers, as: 'setName' })).status).toBe(415)
  })
})

/** Signs a user up at the issuer without a platform account. Returns their id there. */
const signUpOnly = async (): Promise<string> => {
  const signInPage = await call('GET', '/login', { as: 'signIn' })
  const page = String(signInPage.headers.get('location'))
  const email = `${randomUUID()}@people.example`
  await fetch(page, { method: 'POST', body: new URLSearchParams({ email, name: 'Bob' }), redirect: 'manual' })
  const html = await (await fetch(page)).text()
  return String(new RegExp(`value="([^"]+)">Bob \\(${email}\\)`).exec(html)?.[1])
}
