import { randomUUID } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { table } from '../../support/keys.ts'
import { joinOrganization, newOrganization } from '../../support/organizations.ts'
import { asPerson, newPerson, type Person, signIn, signInUntilCallback } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

const DAY_MS = 86_400_000

interface AccountDeletion {
  readonly state: string
  readonly asked_at: string | null
  readonly erases_at: string | null
  readonly code?: string
  readonly organizations?: readonly string[]
}

const deleteAccount = (person: Person) =>
  asPerson<AccountDeletion>(person, 'DELETE', '/api/account', { as: 'deleteAccount' })
const accountState = (person: Person) =>
  asPerson<AccountDeletion>(person, 'GET', '/api/account/deletion', { as: 'getAccountDeletion' })
const cancelAccount = (person: Person) =>
  asPerson(person, 'DELETE', '/api/account/deletion', { as: 'cancelAccountDeletion' })
const deleteOrganization = (person: Person, org: string) =>
  asPerson<AccountDeletion>(person, 'DELETE', `/api/organizations/${org}`, { as: 'deleteOrganization' })
const organizationState = (person: Person, org: string) =>
  asPerson<AccountDeletion>(person, 'GET', `/api/organizations/${org}/deletion`, { as: 'getOrganizationDeletion' })
const cancelOrganization = (person: Person, org: string) =>
  asPerson(person, 'DELETE', `/api/organizations/${org}/deletion`, { as: 'cancelOrganizationDeletion' })

describe('DELETE /api/account', () => {
  test('returns 202 with the state, which repeated requests do not change; canceling returns 204, and 404 the second time', async () => {
    const ada = await newPerson()
    expect((await accountState(ada)).body).toEqual({ state: 'none', asked_at: null, erases_at: null })
    const { status, body, headers } = await deleteAccount(ada)
    expect([status, body.state, headers.get('cache-control')]).toEqual([202, 'waiting', 'no-store'])
    expect(Date.parse(String(body.erases_at)) - Date.parse(String(body.asked_at))).toBe(14 * DAY_MS)
    expect((await deleteAccount(ada)).body).toEqual(body)
    expect((await accountState(ada)).body).toEqual(body)
    expect((await cancelAccount(ada)).status).toBe(204)
    expect((await accountState(ada)).body.state).toBe('none')
    expect((await cancelAccount(ada)).status).toBe(404)
  })

  test('returns 409 with the organizations that would have no owner; 403 with a key, 401 without a credential', async () => {
    const { org, owner } = await newOrganization()
    await joinOrganization(owner.person, org, 'admin')
    const refused = await deleteAccount(owner.person)
    expect([refused.status, refused.body.code, refused.body.organizations]).toEqual([409, 'last_owner', [org]])
    const createdKey = await asPerson<{ key: string }>(owner.person, 'POST', '/api/keys', {
      body: { name: 'k' },
      as: 'createApiKey',
    })
    expect((await call('DELETE', '/api/account', { key: createdKey.body.key, as: 'deleteAccount' })).status).toBe(403)
    expect((await call('DELETE', '/api/account', { as: 'deleteAccount' })).status).toBe(401)
  })
})

/** Sets the state of a user's erasure as the worker does. */
const setErasure = (user: string, state: 'erasing' | 'erased') =>
  table().send(
    new UpdateCommand({
      TableName: testStack().table,
      Key: { pk: `ERASURE#person-${user}`, sk: 'ERASURE' },
      UpdateExpression: 'SET #state = :state',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':state': state },
    }),
  )

describe('sign-in during an account deletion', () => {
  test('finishSignIn returns 302 to the deletion notice while the account is being erased, so that no new data is created', async () => {
    const profile = { email: `${randomUUID()}@people.example`, name: 'Ada' }
    const finish = async () => {
      const { binding, path } = await signInUntilCallback(profile)
      return (await call('GET', path, { headers: { cookie: binding }, as: 'finishSignIn' })).headers.get('location')
    }
    const ada = await signIn(profile)
    const me = await asPerson<{ userId: string }>(ada, 'GET', '/api/account/me', { as: 'getMe' })
    const scheduled = await asPerson(ada, 'DELETE', '/api/account', { as: 'deleteAccount' })
    expect([scheduled.status, await finish()]).toEqual([202, expect.stringContaining('/api/auth/relay')])
    await setErasure(me.body.userId, 'erasing')
    expect(await finish()).toBe('/login?notice=deleting')
    const page = await call('GET', '/login?notice=deleting', { as: 'signIn' })
    expect(Buffer.from(page.bytes).toString()).toContain('This account is being deleted')
    await setErasure(me.body.userId, 'erased')
    expect(await finish()).toContain('/api/auth/relay')
  })
})

describe('DELETE /api/organizations/:org', () => {
  test('returns 202 for an owner, who can cancel it; 403 for other members, 404 for non-members, 409 for a personal organization', async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org, 'admin')
    const nonMember = await newPerson()
    expect([
      (await deleteOrganization(bob.person, org)).status,
      (await deleteOrganization(nonMember, org)).status,
    ]).toEqual([403, 404])
    expect((await deleteOrganization(owner.person, org)).body.state).toBe('waiting')
    expect((await organizationState(bob.person, org)).body.state).toBe('waiting')
    expect([
      (await cancelOrganization(bob.person, org)).status,
      (await cancelOrganization(nonMember, org)).status,
    ]).toEqual([403, 404])
    expect((await organizationState(nonMember, org)).status).toBe(404)
    expect((await cancelOrganization(owner.person, org)).status).toBe(204)
    expect((await cancelOrganization(owner.person, org)).status).toBe(404)
    const me = await asPerson<{ orgId: string }>(owner.person, 'GET', '/api/account/me', { as: 'getMe' })
    expect((await deleteOrganization(owner.person, me.body.orgId)).body.code).toBe('personal_organization')
  })
})
