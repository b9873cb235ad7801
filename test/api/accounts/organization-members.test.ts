import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import {
  accept,
  invite,
  joinOrganization,
  memberOf,
  membersOf,
  newOrganization,
  remove,
  setRole,
  switchTo,
} from '../../support/organizations.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'

const me = async (person: Person) =>
  (await asPerson<{ orgId: string; tenantId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })).body

describe('organization members', () => {
  test('listMembers returns 200 to each member, with role and email address', async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org, 'admin')
    const members = await membersOf(bob.person, org)
    expect(members).toHaveLength(2)
    expect(members).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          userId: owner.userId,
          role: 'owner',
          email: owner.person.email,
          isBeingRemoved: false,
        }),
        expect.objectContaining({ userId: bob.userId, role: 'admin', email: bob.person.email, isBeingRemoved: false }),
      ]),
    )
  })

  test.each([
    ['owner', 'owner', 200],
    ['owner', 'admin', 200],
    ['admin', 'admin', 200],
    ['admin', 'member', 200],
    ['admin', 'owner', 403],
    ['member', 'member', 403],
    ['member', 'admin', 403],
  ] as const)(
    'setMemberRole and inviteMember: a member with role %s assigns the role %s and gets %i',
    async (actor, role, expected) => {
      const { org, owner } = await newOrganization()
      const actorMember = actor === 'owner' ? owner : await joinOrganization(owner.person, org, actor)
      const carl = await joinOrganization(owner.person, org)
      expect((await setRole(actorMember.person, org, carl.userId, role)).status).toBe(expected)
      expect((await membersOf(carl.person, org)).find(({ userId }) => userId === carl.userId)?.role).toBe(
        expected === 200 ? role : 'member',
      )
      const invited = await invite(actorMember.person, org, `${randomUUID()}@people.example`, role)
      expect(invited.status).toBe(expected === 200 ? 201 : 403)
    },
  )

  test.each([
    ['admin', 'owner', 403],
    ['member', 'member', 403],
    ['member', 'owner', 403],
    ['admin', 'admin', 204],
    ['owner', 'owner', 204],
  ] as const)(
    'removeMember: a member with role %s removes a member with role %s and gets %i',
    async (actor, role, expected) => {
      const { org, owner } = await newOrganization()
      const actorMember = actor === 'owner' ? owner : await joinOrganization(owner.person, org, actor)
      const carl = await joinOrganization(owner.person, org, role)
      expect((await remove(actorMember.person, org, carl.userId)).status).toBe(expected)
      expect((await membersOf(owner.person, org)).some(({ userId }) => userId === carl.userId)).toBe(expected === 403)
    },
  )

  test('removeMember returns 204 and revokes keys, sessions and invitations; 404 the second time; the removed user can be invited again', async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org, 'admin')
    await switchTo(bob.person, org)
    const memberKey = await asPerson(bob.person, 'POST', '/api/keys', { body: { name: 'k' }, as: 'createApiKey' })
    const ownerKey = await asPerson(owner.person, 'POST', '/api/keys', { body: { name: 'own' }, as: 'createApiKey' })
    const friend = await newPerson('Friend')
    const { body: invitation } = await invite(bob.person, org, friend.email)
    expect((await remove(owner.person, org, bob.userId)).status).toBe(204)
    expect((await call('GET', '/api/account/me', { key: String(memberKey.body.key), as: 'getMe' })).status).toBe(401)
    expect((await call('GET', '/api/account/me', { key: String(ownerKey.body.key), as: 'getMe' })).status).toBe(200)
    const identity = await me(bob.person)
    expect([identity.orgId === org, identity.tenantId === org]).toEqual([false, false])
    expect((await switchTo(bob.person, org)).status).toBe(404)
    expect(await membersOf(bob.person, org)).toEqual([])
    const acceptance = await accept(friend, invitation.token)
    expect(acceptance.status).toBe(404)
    expect((await remove(owner.person, org, bob.userId)).status).toBe(404)
    const { body: newInvitation } = await invite(owner.person, org, bob.person.email)
    const rejoined = await accept(bob.person, newInvitation.token)
    expect(rejoined.body).toEqual({ orgId: org, role: 'member' })
  })

  test('removeMember and setMemberRole return 409 for the last owner; two concurrent removals leave one owner', async () => {
    const { org, owner } = await newOrganization()
    const refused = [
      await remove(owner.person, org, owner.userId),
      await setRole(owner.person, org, owner.userId, 'admin'),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'last_owner'])
    const other = await joinOrganization(owner.person, org, 'owner')
    const removals = await Promise.all([
      remove(owner.person, org, owner.userId),
      remove(other.person, org, other.userId),
    ])
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 409])
    const remainingOwner = removals[0]?.status === 409 ? owner : other
    expect((await membersOf(remainingOwner.person, org)).map(({ role }) => role)).toEqual(['owner'])
  })

  test("removeMember returns 409 for a user's own personal organization", async () => {
    const { person, userId } = await memberOf(await newPerson())
    const { orgId } = await me(person)
    const { status, body } = await remove(person, orgId, userId)
    expect([status, body.code]).toEqual([409, 'last_owner'])
  })

  test('setMemberRole returns 400 for an unknown role', async () => {
    const { org, owner } = await newOrganization()
    const { status } = await asPerson(owner.person, 'PUT', `/api/organizations/${org}/members/${owner.userId}`, {
      body: { role: 'king' },
      as: 'setMemberRole',
    })
    expect(status).toBe(400)
  })
})
