import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { invite, joinOrganization, newOrganization, remove, switchTo } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'

const create = async (person: Person, body: object) =>
  asPerson<{ key: string; id: string; errors?: { field: string }[] }>(person, 'POST', '/api/keys', {
    body: { name: 'shop', ...body },
    as: 'createApiKey',
  })
const listKeys = async (person: Person) =>
  (await asPerson<{ id: string; scopes: string[] }[]>(person, 'GET', '/api/keys', { as: 'listApiKeys' })).body
const reportLeak = (key: string) => call('POST', '/api/keys/leaked', { body: { key }, as: 'reportLeakedKey' })

const statusOfMe = async (key: string) => (await call('GET', '/api/account/me', { key, as: 'getMe' })).status
const archiveKeys = (key: string) => call('GET', '/api/auth/keys', { key, as: 'listArchiveKeys' })
const archiveKey = (key: string, body: object = {}) =>
  call<{ key: string; id: string; expiresAt: string | null; code?: string; errors?: { field: string }[] }>(
    'POST',
    '/api/auth/keys',
    { key, body: { name: 'child', ...body }, as: 'createArchiveKey' },
  )

interface Scopes {
  readonly scopes: readonly { readonly scope: string; readonly byName: boolean }[]
  readonly presets: readonly { readonly preset: string; readonly title: string; readonly scopes: readonly string[] }[]
}

describe('API key scopes', () => {
  test('listKeyScopes returns 200 with each scope and with presets, which have no scopes for payments or members; 401 and 403', async () => {
    const ada = await newPerson()
    const { status, body } = await asPerson<Scopes>(ada, 'GET', '/api/keys/scopes', { as: 'listKeyScopes' })
    expect(status).toBe(200)
    const byName = body.scopes.flatMap(({ scope, byName: named }) => (named ? [scope] : []))
    expect(byName.toSorted()).toEqual(['billing:write', 'members:read', 'members:write'])
    expect(body.presets.map(({ title }) => title)).toEqual([
      'Read flags in an application',
      'Create images in a backend',
      'Change flags in CI',
      'Everything except payments and members',
    ])
    const known = body.scopes.map(({ scope }) => scope)
    for (const { scopes } of body.presets) {
      expect(known).toEqual(expect.arrayContaining([...scopes]))
      expect(byName.filter((scope) => scopes.includes(scope))).toEqual([])
    }
    const { key } = (await create(ada, {})).body
    expect((await call('GET', '/api/keys/scopes', { key, as: 'listKeyScopes' })).status).toBe(403)
    expect((await call('GET', '/api/keys/scopes', { as: 'listKeyScopes' })).status).toBe(401)
  })

  test('a key without explicit scopes cannot access payments or members; explicit scopes grant access', async () => {
    const ada = await newPerson()
    const defaultKey = (await create(ada, {})).body.key
    const checkout = { body: {}, as: 'startCheckout' }
    expect(await statusOfMe(defaultKey)).toBe(200)
    expect((await call('POST', '/api/billing/checkout', { key: defaultKey, ...checkout })).status).toBe(403)
    expect((await call('POST', '/api/billing/portal', { key: defaultKey, as: 'openPortal' })).status).toBe(403)
    const billingKey = (await create(ada, { scopes: ['billing:write'] })).body.key
    expect((await call('POST', '/api/billing/checkout', { key: billingKey, ...checkout })).status).toBe(200)
    expect(await statusOfMe(billingKey)).toBe(403)
  })

  test('createApiKey returns 201 with a preset; 400 with a preset and scopes, and for an unknown scope', async () => {
    const ada = await newPerson()
    await create(ada, { preset: 'application' })
    expect((await listKeys(ada))[0]?.scopes).toEqual(['flags:read'])
    const presetAndScopes = await create(ada, { preset: 'ci', scopes: ['flags:read'] })
    expect([presetAndScopes.status, presetAndScopes.body.errors?.[0]?.field]).toEqual([400, 'preset'])
    const unknownScope = await create(ada, { scopes: ['flags:read', 'everything'] })
    expect([unknownScope.status, unknownScope.body.errors?.[0]?.field]).toEqual([400, 'scopes.1'])
  })

  test('a key with members:write invites to its own organization as its creator could, and to no other organization of the creator', async () => {
    const { org, owner } = await newOrganization()
    const other = await newPerson()
    await switchTo(owner.person, org)
    const { key } = (await create(owner.person, { scopes: ['members:write', 'members:read'] })).body
    const inviteTo = (organizationId: string) =>
      call('POST', `/api/organizations/${organizationId}/invitations`, {
        key,
        body: { email: other.email },
        as: 'inviteMember',
      })
    expect((await inviteTo(org)).status).toBe(201)
    expect((await call('GET', `/api/organizations/${org}/members`, { key, as: 'listMembers' })).status).toBe(200)
    const secondOrganization = await asPerson(owner.person, 'POST', '/api/organizations', {
      body: { name: 'Second' },
      as: 'createOrganization',
    })
    expect((await inviteTo(String(secondOrganization.body.id))).status).toBe(404)
  })
})

describe('keys created by keys', () => {
  test('child keys have no more rights and no later expiry than their parent, and end with it', async () => {
    const ada = await newPerson()
    const expiresAt = new Date((await stackNow()) + 40 * 86_400_000).toISOString()
    const { body: parentBody } = await create(ada, { scopes: ['archive:admin'], expires_at: expiresAt })
    const parent = parentBody.key
    const child = (await archiveKey(parent, { scope: 'admin' })).body
    expect(child.expiresAt).toBe(expiresAt)
    const later = await archiveKey(parent, { expiresAt: new Date(Date.parse(expiresAt) + 1000).toISOString() })
    expect([later.status, later.body.errors?.[0]?.field]).toEqual([400, 'expiresAt'])
    const past = await archiveKey(parent, { expiresAt: '2020-01-01T00:00:00Z' })
    expect([past.status, past.body.errors?.[0]?.field]).toEqual([400, 'expiresAt'])
    const imageRequest = { body: { prompt: 'a boat', quality_tier: 'draft' }, as: 'generateImage' }
    expect((await call('POST', '/api/images/generate', { key: child.key, ...imageRequest })).status).toBe(403)
    const grandchild = (await archiveKey(child.key, { scope: 'admin' })).body.key
    expect((await archiveKeys(grandchild)).status).toBe(200)
    expect((await reportLeak(parent)).status).toBe(202)
    for (const key of [parent, child.key, grandchild]) expect((await archiveKeys(key)).status).toBe(401)
  })

  test('a key with archive:ingest cannot create keys; revoking a key removes its child keys from the list', async () => {
    const ada = await newPerson()
    const ingestKey = (await create(ada, { scopes: ['archive:ingest'] })).body.key
    expect((await archiveKey(ingestKey)).status).toBe(403)
    const { key, id } = (await create(ada, { scopes: ['archive:admin'] })).body
    const child = (await archiveKey(key)).body
    const deletion = await asPerson(ada, 'DELETE', `/api/keys/${id}`, { as: 'deleteApiKey' })
    expect(deletion.status).toBe(204)
    expect((await listKeys(ada)).map((each) => each.id)).not.toContain(child.id)
    expect((await call('GET', '/api/search?q=boat', { key: child.key, as: 'searchArchive' })).status).toBe(401)
  })
})

describe('the removal of a member', () => {
  test('removeMember revokes all keys of the member, including child keys created during the removal', async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org, 'admin')
    await switchTo(bob.person, org)
    const { key } = (await create(bob.person, { scopes: ['archive:admin'] })).body
    const children: string[] = [key]
    let isRemoved = false
    const createChildren = async () => {
      while (!isRemoved) {
        const { status, body } = await archiveKey(key, { scope: 'admin' })
        if (status === 201) children.push(body.key)
        if (status === 401 || status === 403) return
      }
    }
    const creations = [createChildren(), createChildren(), createChildren()]
    expect((await remove(owner.person, org, bob.userId)).status).toBe(204)
    isRemoved = true
    await Promise.all(creations)
    expect((await archiveKey(key)).status).toBe(401)
    for (const each of children) expect((await archiveKeys(each)).status).toBe(401)
    await switchTo(owner.person, org)
    expect(await listKeys(owner.person)).toEqual([])
    expect((await invite(owner.person, org, bob.person.email)).status).toBe(201)
  })
})
