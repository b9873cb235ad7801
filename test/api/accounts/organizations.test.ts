import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import { joinOrganization, memberOf, newOrganization, switchTo } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person, platformOrigin } from '../../support/people.ts'
import { newUser } from '../../support/sessions.ts'
import { testStack } from '../../support/test-stack.ts'

const me = async (person: Person) =>
  (await asPerson<{ orgId: string; tenantId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })).body
const list = async (person: Person) =>
  (
    await asPerson<{ organizations: readonly Record<string, unknown>[] }>(person, 'GET', '/api/organizations', {
      as: 'listOrganizations',
    })
  ).body.organizations

/** Each route with an organization in its path, as a page calls it. */
const ROUTES = [
  ['listMembers', 'GET', 'members', undefined],
  ['setMemberRole', 'PUT', 'members/x', { role: 'member' }],
  ['removeMember', 'DELETE', 'members/x', undefined],
  ['listInvitations', 'GET', 'invitations', undefined],
  ['inviteMember', 'POST', 'invitations', { email: 'x@people.example' }],
  ['withdrawInvitation', 'DELETE', 'invitations/x', undefined],
  ['switchOrganization', 'POST', 'switch', undefined],
] as const

/** Puts an organization on the Pro plan, as usage-entitlements records it. */
const setProPlan = async (org_id: string): Promise<void> => {
  const as_of = new Date().toISOString()
  const tier = { org_id, sku: 'pro', source: 'comp', as_of, updated_at: as_of }
  await table().send(
    new PutCommand({ TableName: testStack().table, Item: { pk: `TIER#${org_id}`, sk: 'TIER', ...tier } }),
  )
}

describe('organizations', () => {
  test('createOrganization returns 201, and 400 for an invalid name; listOrganizations returns 200 with the personal and the new organization', async () => {
    const ada = await newPerson()
    const { status, body } = await asPerson(ada, 'POST', '/api/organizations', {
      body: { name: 'Foundry' },
      as: 'createOrganization',
    })
    expect([status, body]).toMatchObject([
      201,
      { name: 'Foundry', kind: 'shared', role: 'owner', current: false, plan: 'free' },
    ])
    const { orgId } = await me(ada)
    expect(await list(ada)).toEqual(
      expect.arrayContaining([
        body,
        { id: orgId, name: null, kind: 'personal', role: 'owner', current: true, plan: 'free' },
      ]),
    )
    for (const name of ['', ' ', 'x'.repeat(101)]) {
      const refused = await asPerson(ada, 'POST', '/api/organizations', { body: { name }, as: 'createOrganization' })
      expect(refused.status).toBe(400)
    }
  })

  test('switchOrganization returns 200 and switches the organization of this session only, and of keys that it creates', async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org)
    const before = await me(bob.person)
    expect((await switchTo(bob.person, org)).body).toEqual({ ok: true, orgId: org })
    expect(await me(bob.person)).toMatchObject({ orgId: org, tenantId: org })
    const createdKey = await asPerson(bob.person, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
    expect((await call('GET', '/api/account/me', { key: String(createdKey.body.key), as: 'getMe' })).body.orgId).toBe(
      org,
    )
    expect((await list(bob.person)).find(({ current }) => current)).toMatchObject({ id: org, role: 'member' })
    expect((await me(owner.person)).orgId).not.toBe(org)
    expect((await switchTo(bob.person, before.orgId)).status).toBe(200)
    expect(await me(bob.person)).toEqual(before)
  })

  test('a request from a page that shows another organization than that of the session returns 401 and changes nothing', async () => {
    const { org, owner } = await newOrganization()
    const { orgId: personalOrg } = await me(owner.person)
    const shownIn = (shown: string) => ({ headers: { 'signet-organization': shown } })
    const createKey = (shown: string) =>
      asPerson(owner.person, 'POST', '/api/keys', { body: { name: 'k' }, ...shownIn(shown), as: 'createApiKey' })
    expect((await createKey(personalOrg)).status).toBe(201)
    await switchTo(owner.person, org)
    const { status, body } = await createKey(personalOrg)
    expect([status, body]).toMatchObject([
      401,
      { code: 'unauthenticated', error: 'This session now acts for another organization. Reload the page' },
    ])
    expect((await asPerson(owner.person, 'GET', '/api/keys', { as: 'listApiKeys' })).body).toEqual([])
    expect(
      (await asPerson(owner.person, 'GET', '/api/keys', { ...shownIn(personalOrg), as: 'listApiKeys' })).status,
    ).toBe(401)
    const keyOfOrg = await createKey(org)
    expect(keyOfOrg.status).toBe(201)
    // A key always acts for its own organization, whatever organization the page names.
    const byKey = await call('GET', '/api/account/me', {
      key: String(keyOfOrg.body.key),
      ...shownIn(personalOrg),
      as: 'getMe',
    })
    expect([byKey.status, byKey.body.orgId]).toEqual([200, org])
  })

  test('switchOrganization returns 403 with a token of the authentication service, which has no platform session', async () => {
    const { session } = await newUser()
    const { status } = await call('POST', `/api/organizations/${randomUUID()}/switch`, {
      key: session,
      as: 'switchOrganization',
    })
    expect(status).toBe(403)
  })

  test.each(ROUTES)(
    '%s returns 404 for another organization and an unknown one; 401, 403 without a browser session; writes from other sites 403',
    async (as, method, path, body) => {
      const { org, owner } = await newOrganization()
      const eve = await newPerson('Eve')
      const send = (id: string) =>
        asPerson(eve, method, `/api/organizations/${id}/${path}`, { ...(body ? { body } : {}), as })
      const otherOrganization = await send(org)
      const unknownOrganization = await send(randomUUID())
      expect([otherOrganization.status, otherOrganization.body]).toEqual([404, unknownOrganization.body])
      const options = { ...(body ? { body } : {}), as }
      expect((await call(method, `/api/organizations/${org}/${path}`, options)).status).toBe(401)
      const createdKey = await asPerson(owner.person, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
      const key = String(createdKey.body.key)
      expect((await call(method, `/api/organizations/${org}/${path}`, { ...options, key })).status).toBe(403)
      if (method === 'GET') return
      for (const site of ['cross-site', 'same-site']) {
        const headers = { cookie: owner.person.cookie, origin: platformOrigin(), 'sec-fetch-site': site }
        expect((await call(method, `/api/organizations/${org}/${path}`, { ...options, headers })).status).toBe(403)
      }
    },
  )

  test('createOrganization returns 409 beyond the limit of memberships', async () => {
    const { person, userId: user_id } = await memberOf(await newPerson())
    // With the personal organization, 50 memberships.
    for (let i = 0; i < 49; i++) {
      const membership = {
        org_id: randomUUID(),
        user_id,
        role: 'member',
        since: new Date().toISOString(),
        state: 'active',
      }
      const Item = { pk: `PERSON#${user_id}`, sk: `ORG#${membership.org_id}`, ...membership }
      await table().send(new PutCommand({ TableName: testStack().table, Item }))
    }
    const { status, body } = await asPerson(person, 'POST', '/api/organizations', {
      body: { name: 'One more' },
      as: 'createOrganization',
    })
    expect([status, body.code]).toEqual([409, 'organization_limit_reached'])
  })

  test('concurrent createOrganization requests return 409 with an upgrade link from exactly the eleventh free organization', async () => {
    const person = await newPerson()
    const create = () =>
      asPerson(person, 'POST', '/api/organizations', { body: { name: 'Foundry' }, as: 'createOrganization' })
    const responses = await Promise.all(Array.from({ length: 30 }, create))
    const created = responses.filter(({ status }) => status === 201)
    const refused = responses.filter(({ status }) => status !== 201)
    expect(created).toHaveLength(10)
    for (const { status, body } of refused)
      expect([status, body]).toMatchObject([
        409,
        { code: 'free_organization_limit_reached', limit: 10, upgrade: '/pricing' },
      ])
    expect(await list(person)).toHaveLength(11)
    // A paid organization permits one more free one. The hourly rate limit is used up, so a new hour must begin.
    await setProPlan(String(created[0]?.body.id))
    const afterAnHour = await atLaterTime(3_600_000, () => Promise.all([create(), create(), create()]))
    expect(afterAnHour.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})
