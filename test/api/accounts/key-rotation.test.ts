import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime, stackNow } from '../../support/control.ts'
import { joinOrganization, newOrganization, switchTo } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'

type Rotated = {
  readonly id: string
  readonly key: string
  readonly oldKeyValidUntil: string | null
  readonly code?: string
}

const create = async (person: Person, body: object = {}) =>
  (
    await asPerson<{ id: string; key: string }>(person, 'POST', '/api/keys', {
      body: { name: 'shop', ...body },
      as: 'createApiKey',
    })
  ).body
const rotate = (person: Person, id: string, body: object = {}) =>
  asPerson<Rotated>(person, 'POST', `/api/keys/${id}/rotate`, { body, as: 'rotateApiKey' })
const listKeys = async (person: Person) =>
  (await asPerson<Record<string, unknown>[]>(person, 'GET', '/api/keys', { as: 'listApiKeys' })).body
const statusOfMe = async (key: string) => (await call('GET', '/api/account/me', { key, as: 'getMe' })).status

test('rotateApiKey returns 200 with a new raw key once; the old raw key works until its grace period ends', async () => {
  const ada = await newPerson()
  const { id, key } = await create(ada, { daily_budget: 20 })
  const [listedBefore] = await listKeys(ada)
  const { status, body, headers } = await rotate(ada, id, { grace_seconds: 600 })
  expect([status, headers.get('cache-control'), body.id]).toEqual([200, 'no-store', id])
  expect(body.key).toMatch(/^plat_[0-9A-Za-z]{36}$/)
  expect(body.key).not.toBe(key)
  const remainingMs = Date.parse(String(body.oldKeyValidUntil)) - (await stackNow())
  expect(remainingMs).toBeGreaterThan(590_000)
  expect(remainingMs).toBeLessThanOrEqual(600_000)
  expect([await statusOfMe(key), await statusOfMe(body.key)]).toEqual([200, 200])
  const [listedAfter] = await listKeys(ada)
  expect(listedAfter).toMatchObject({ oldKeyValidUntil: body.oldKeyValidUntil, rotatedAt: expect.any(String) })
  for (const field of ['id', 'name', 'createdAt', 'scopes', 'expiresAt', 'dailyBudget']) {
    expect(listedAfter?.[field]).toEqual(listedBefore?.[field])
  }
  await atLaterTime(601_000, async () => {
    expect([await statusOfMe(key), await statusOfMe(body.key)]).toEqual([401, 200])
    expect(await listKeys(ada)).toMatchObject([{ id, oldKeyValidUntil: null }])
  })
})

test('rotateApiKey returns 200 without a grace period; the old raw key is rejected immediately', async () => {
  const ada = await newPerson()
  const { id, key } = await create(ada)
  const { body } = await rotate(ada, id)
  expect([body.oldKeyValidUntil, await statusOfMe(key), await statusOfMe(body.key)]).toEqual([null, 401, 200])
})

test("rotateApiKey returns 403 for another member's key, even for an owner, because a key acts with its creator's role", async () => {
  const { org, owner } = await newOrganization()
  const creator = await joinOrganization(owner.person, org)
  for (const { person } of [owner, creator]) await switchTo(person, org)
  const { id, key } = await create(creator.person)
  expect((await rotate(owner.person, id)).status).toBe(403)
  expect(await statusOfMe(key)).toBe(200)
  expect((await rotate(creator.person, id)).status).toBe(200)
})

test("rotateApiKey returns 404 for an unknown key and another organization's key, 409 for an expired key, 400, 401 and 403", async () => {
  const [ada, bob] = await Promise.all([newPerson(), newPerson('Bob')])
  const { id, key } = await create(bob)
  const otherKey = await rotate(ada, id)
  const unknownKey = await rotate(ada, 'none')
  expect([otherKey.status, otherKey.body]).toEqual([404, unknownKey.body])
  for (const body of [{ grace_seconds: -1 }, { grace_seconds: 86_401 }, { grace: 1 }]) {
    expect((await rotate(bob, id, body)).status).toBe(400)
  }
  const path = `/api/keys/${id}/rotate`
  expect((await call('POST', path, { body: {}, as: 'rotateApiKey' })).status).toBe(401)
  expect((await call('POST', path, { key, body: {}, as: 'rotateApiKey' })).status).toBe(403)
  const soon = new Date((await stackNow()) + 60_000).toISOString()
  const expiringKey = await create(bob, { expires_at: soon })
  const afterExpiry = await atLaterTime(61_000, () => rotate(bob, expiringKey.id))
  expect([afterExpiry.status, afterExpiry.body.code]).toEqual([409, 'key_ended'])
})
