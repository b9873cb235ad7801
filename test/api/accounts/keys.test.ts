import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { atLaterTime, stackNow } from '../../support/control.ts'
import { joinOrganization, type Member, newOrganization, switchTo } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'

interface CreatedKey {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly createdAt: string
  readonly code?: string
}

interface Listed {
  readonly id: string
  readonly maskedKey: string
  readonly lastUsed: string | null
}

const create = (person: Person, body: object = { name: 'shop' }) =>
  asPerson<CreatedKey>(person, 'POST', '/api/keys', { body, as: 'createApiKey' })
const list = async (person: Person) =>
  (await asPerson<Listed[]>(person, 'GET', '/api/keys', { as: 'listApiKeys' })).body
const remove = (person: Person, id: string) => asPerson(person, 'DELETE', `/api/keys/${id}`, { as: 'deleteApiKey' })
const me = (key: string) => call('GET', '/api/account/me', { key, as: 'getMe' })

describe('API keys', () => {
  verifies(
    ['PLA-2.2-1', 'PLA-2.2-2', 'PLA-4.2-2'],
    'createApiKey returns 201 with the key once; listApiKeys returns 200 with its last four characters',
    async () => {
      const ada = await newPerson()
      const { status, body, headers } = await create(ada)
      expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
      expect(body).toEqual({ id: expect.any(String), name: 'shop', key: body.key, createdAt: expect.any(String) })
      expect(body.key).toMatch(/^plat_[0-9A-Za-z]{36}$/)
      const { id, name, createdAt, key } = body
      expect(await list(ada)).toEqual([
        {
          id,
          name,
          createdAt,
          maskedKey: `plat_****${key.slice(-4)}`,
          lastUsed: null,
          dailyBudget: null,
          expiresAt: null,
          scopes: expect.arrayContaining(['account:read', 'flags:read', 'images:write']),
          rotatedAt: null,
          oldKeyValidUntil: null,
        },
      ])
      expect((await me(key)).status).toBe(200)
    },
  )

  verifies('PLA-4.2-1', 'listApiKeys returns 200 with the newest key first', async () => {
    const ada = await newPerson()
    const ids = []
    for (const name of ['a', 'b', 'c']) ids.unshift((await create(ada, { name })).body.id)
    expect((await list(ada)).map(({ id }) => id)).toEqual(ids)
  })

  test('listApiKeys returns 200 with the last use, which is written at most once per minute', async () => {
    const ada = await newPerson()
    const { key } = (await create(ada)).body
    const lastUsed = async () => Date.parse(String((await list(ada))[0]?.lastUsed))
    const before = await stackNow()
    await me(key)
    const first = await lastUsed()
    expect(first).toBeGreaterThanOrEqual(before)
    await atLaterTime(30_000, () => me(key))
    expect(await lastUsed()).toBe(first)
    await atLaterTime(61_000, () => me(key))
    expect(await lastUsed()).toBeGreaterThanOrEqual(first + 61_000)
  })

  test('createApiKey returns 201 with scopes, which limit the key at every service that accepts it', async () => {
    const ada = await newPerson()
    const { key } = (await create(ada, { name: 'reader', scopes: ['flags:read'] })).body
    expect((await call('GET', '/flags', { key, as: 'listFlags' })).status).toBe(200)
    const body = { key: 'new-flag', type: 'boolean' }
    expect((await call('POST', '/flags', { key, body, as: 'createFlag' })).status).toBe(403)
    const unrestrictedKey = (await create(ada, { name: 'all' })).body.key
    expect((await call('POST', '/flags', { key: unrestrictedKey, body, as: 'createFlag' })).status).toBe(201)
  })

  test('createApiKey returns 201 with an expiry, after which the key is refused', async () => {
    const ada = await newPerson()
    const expiresAt = new Date((await stackNow()) + 60_000).toISOString()
    const { key } = (await create(ada, { name: 'short', expires_at: expiresAt })).body
    expect((await me(key)).status).toBe(200)
    expect((await atLaterTime(60_000, () => me(key))).status).toBe(401)
  })

  verifies(
    'PLA-4.2-3',
    'createApiKey returns 400 without a name, for scopes that keys cannot have, an expiry in the past, and an invalid budget',
    async () => {
      const ada = await newPerson()
      const past = new Date((await stackNow()) - 1_000).toISOString()
      for (const body of [
        {},
        { name: '' },
        { name: '   ' },
        { name: 1 },
        { name: 'x'.repeat(101) },
        { name: 'x', scopes: ['operator:all'] },
        { name: 'x', scopes: [] },
        { name: 'x', expires_at: past },
        { name: 'x', expires_at: 'tomorrow' },
        { name: 'x', daily_budget: 0 },
        { name: 'x', daily_budget: 1.5 },
        { name: 'x', daily_budget: '5' },
      ]) {
        expect([body, (await create(ada, body)).status]).toEqual([body, 400])
      }
      expect(await list(ada)).toEqual([])
    },
  )

  test('createApiKey returns 409 at the limit of 50 keys', async () => {
    const ada = await newPerson()
    for (let i = 0; i < 50; i++) expect((await create(ada)).status).toBe(201)
    const { status, body } = await create(ada)
    expect([status, body.code]).toEqual([409, 'key_limit_reached'])
  })

  test('listApiKeys returns every key that concurrent createApiKey requests near the limit have created', async () => {
    const ada = await newPerson()
    for (let i = 0; i < 48; i++) await create(ada)
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(ada)))
    const createdIds = responses.flatMap(({ status, body }) => (status === 201 ? [body.id] : []))
    const { body: listed } = await asPerson<{ id: string }[]>(ada, 'GET', '/api/keys', { as: 'listApiKeys' })
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(createdIds))
    expect(listed.length).toBe(48 + createdIds.length)
  })

  verifies('PLA-7-3', 'createApiKey returns 413 and 415', async () => {
    const ada = await newPerson()
    expect((await create(ada, { name: 'x'.repeat(9_000) })).status).toBe(413)
    const text = { raw: 'a', headers: { 'content-type': 'text/plain' }, as: 'createApiKey' }
    expect((await asPerson(ada, 'POST', '/api/keys', text)).status).toBe(415)
  })

  verifies('PLA-4.2-4', 'deleteApiKey returns 204 and 404 the second time; the key is refused with 401', async () => {
    const ada = await newPerson()
    const { id, key } = (await create(ada)).body
    expect((await remove(ada, id)).status).toBe(204)
    expect([(await me(key)).status, (await remove(ada, id)).status, await list(ada)]).toEqual([401, 404, []])
  })

  test("deleteApiKey returns 403 for a member who deletes another member's key; 204 for its creator and for an admin", async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org)
    const other = await joinOrganization(owner.person, org)
    const admin = await joinOrganization(owner.person, org, 'admin')
    for (const { person } of [bob, other, admin]) await switchTo(person, org)
    const createKeyOfMember = async () => {
      const body = { name: 'member key' }
      return (await create(bob.person, body)).body.id
    }
    const deleteStatus = async ({ person }: Member, id: string) => (await remove(person, id)).status
    const first = await createKeyOfMember()
    const second = await createKeyOfMember()
    expect([
      await deleteStatus(other, first),
      await deleteStatus(bob, first),
      await deleteStatus(admin, second),
    ]).toEqual([403, 204, 204])
  })

  test("deleteApiKey returns 404 for another organization's key, which continues to work, and for an unknown key", async () => {
    const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
    const { id, key } = (await create(bob)).body
    const otherKey = await remove(ada, id)
    const unknownKey = await remove(ada, 'none')
    expect([otherKey.status, otherKey.body]).toEqual([404, unknownKey.body])
    expect([(await me(key)).status, await list(ada)]).toEqual([200, []])
  })

  for (const [as, method, path] of [
    ['listApiKeys', 'GET', '/api/keys'],
    ['createApiKey', 'POST', '/api/keys'],
    ['deleteApiKey', 'DELETE', '/api/keys/x'],
  ] as const) {
    verifies(
      'PLA-5-3',
      `${as} returns 401 without a session, 403 with a key, 400 for an unknown parameter`,
      async () => {
        const ada = await newPerson()
        const { key } = (await create(ada)).body
        const body = method === 'POST' ? { body: { name: 'x' } } : {}
        expect((await call(method, path, { ...body, as })).status).toBe(401)
        expect((await call(method, path, { ...body, key, as })).status).toBe(403)
        expect((await asPerson(ada, method, `${path}?surprise=1`, { ...body, as })).status).toBe(400)
      },
    )
  }

  test('writes from pages of other sites, including neighboring hosts, return 403', async () => {
    const ada = await newPerson()
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site }
      const response = await asPerson(ada, 'POST', '/api/keys', { body: { name: 'x' }, headers, as: 'createApiKey' })
      expect(response.status).toBe(403)
    }
    expect(await list(ada)).toEqual([])
  })
})
