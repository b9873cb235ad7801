import { memberRow } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { describe, expect, test } from 'vitest'
import { invitationRow } from '../../../lambdas/accounts/contract/member-rows.ts'
import { atLaterTime } from '../../support/control.ts'
import { table } from '../../support/keys.ts'
import {
  accept,
  invite,
  joinOrganization,
  memberOf,
  membersOf,
  newOrganization,
  remove,
  setRole,
} from '../../support/organizations.ts'
import { asPerson, newPerson, newSession, type Person } from '../../support/people.ts'
import { testStack } from '../../support/test-stack.ts'

interface EventRecord {
  readonly type: string
  readonly data: { readonly org_id: string; readonly user_id: string; readonly role: string }
}

const memberEventsOf = async (org: string): Promise<readonly (readonly [string, string, string])[]> => {
  const response = await fetch(`${testStack().control}/_local/events`)
  const { events } = (await response.json()) as { events: { event: { detail: EventRecord } }[] }
  return events.flatMap(({ event: { detail } }) =>
    detail.type.startsWith('org.signet.organization-member.') && detail.data.org_id === org
      ? [[detail.type.split('.')[3] ?? '', detail.data.user_id, detail.data.role] as const]
      : [],
  )
}

const list = (actor: Person, org: string) =>
  asPerson<{ invitations: readonly Record<string, unknown>[] }>(actor, 'GET', `/api/organizations/${org}/invitations`, {
    as: 'listInvitations',
  })
const withdraw = (person: Person, org: string, id: string) =>
  asPerson(person, 'DELETE', `/api/organizations/${org}/invitations/${id}`, { as: 'withdrawInvitation' })

/** Writes rows of enough members to reach the limit. */
const fillMembers = async (org: string, { existingCount }: { readonly existingCount: number }): Promise<void> => {
  const members = rowTable(memberRow, { db: table(), table: testStack().table, now: () => new Date() })
  for (let i = existingCount; i < 100; i++) {
    const user = `user-${i}`
    const row = {
      org_id: org,
      user_id: user,
      role: 'member',
      since: new Date().toISOString(),
      state: 'active',
    } as const
    await members.putNew({ org, user }, row)
  }
}

/** Writes rows of this many open invitations. They do not expire when other tests move the stack's clock by weeks. */
const fillInvitations = async (org: string, count: number): Promise<void> => {
  const rows = rowTable(invitationRow, { db: table(), table: testStack().table, now: () => new Date() })
  const created_at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 400 * 86_400_000).toISOString()
  for (let i = 0; i < count; i++) {
    const fields = { org_id: org, email: `y${i}@people.example`, role: 'member', invited_by: 'x' } as const
    await rows.putNew(
      { org, digest: `digest-${i}` },
      { digest: `digest-${i}`, ...fields, created_at, expires_at, state: 'open' },
    )
  }
}

describe('invitations to organizations', () => {
  test('acceptInvitation returns 409 for an organization at its limit of members', async () => {
    const { org, owner } = await newOrganization()
    const bob = await newPerson('Bob')
    const { body } = await invite(owner.person, org, bob.email)
    await fillMembers(org, { existingCount: 1 })
    const { status, body: refused } = await accept(bob, body.token)
    expect([status, refused.code]).toEqual([409, 'organization_full'])
  })

  test('inviteMember returns 201 with a code that is shown once; listInvitations returns 200 without codes and without accepted invitations', async () => {
    const { org, owner } = await newOrganization()
    const bob = await newPerson('Bob')
    const { status, body, headers } = await invite(owner.person, org, bob.email.toUpperCase())
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    const view = { id: body.id, email: bob.email, role: 'member' }
    expect((await list(owner.person, org)).body.invitations).toMatchObject([view])
    expect(JSON.stringify((await list(owner.person, org)).body)).not.toContain(body.token.split('.')[1])
    expect((await accept(bob, body.token)).body).toEqual({ orgId: org, role: 'member' })
    expect((await list(owner.person, org)).body.invitations).toEqual([])
  })

  test('acceptInvitation returns 200 again for the user who accepted, and 404 for other users and invalid codes', async () => {
    const { org, owner } = await newOrganization()
    const bob = await newPerson('Bob')
    const eve = await newPerson('Eve')
    const { body } = await invite(owner.person, org, bob.email, 'admin')
    const otherUser = await accept(eve, body.token)
    const unknown = await accept(eve, `${org}.${'a'.repeat(43)}`)
    expect([otherUser.status, otherUser.body]).toEqual([404, unknown.body])
    for (const token of ['x', `${body.token}.x`, `.${body.token}`, `${body.token.slice(0, -1)}`])
      expect((await accept(bob, token)).status).toBe(404)
    const acceptances = await Promise.all([accept(bob, body.token), accept(bob, body.token)])
    expect(acceptances.some(({ status }) => status === 200)).toBe(true)
    expect((await accept(bob, body.token)).body).toEqual({ orgId: org, role: 'admin' })
    expect((await accept(eve, body.token)).status).toBe(404)
    expect(await membersOf(owner.person, org)).toHaveLength(2)
  })

  test('acceptInvitation returns 200 for concurrent requests of one user, who becomes a member once', async () => {
    const { org, owner } = await newOrganization()
    for (const name of ['Bob', 'Eve', 'Kim']) {
      const person = await newPerson(name)
      const { body } = await invite(owner.person, org, person.email, 'admin')
      const answers = await Promise.all(Array.from({ length: 12 }, () => accept(person, body.token)))
      const outcomes = answers.map(({ status, body: acceptance }) => [status, acceptance])
      expect(outcomes).toEqual(answers.map(() => [200, { orgId: org, role: 'admin' }]))
    }
    expect(await membersOf(owner.person, org)).toHaveLength(4)
    expect((await memberEventsOf(org)).filter(([type]) => type === 'added')).toHaveLength(4)
  })

  test('concurrent inviteMember requests return 409 beyond the exact limit of open invitations', async () => {
    const { org, owner } = await newOrganization()
    await fillInvitations(org, 95)
    const requests = Array.from({ length: 12 }, (_, i) => invite(owner.person, org, `x${i}@people.example`))
    const answers = await Promise.all(requests)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'invitation_limit_reached'])
  })

  test('acceptInvitation returns 404 for a withdrawn invitation, for a member removed since then, and after seven days', async () => {
    const { org, owner } = await newOrganization()
    const bob = await newPerson('Bob')
    const { body: first } = await invite(owner.person, org, bob.email)
    expect((await withdraw(owner.person, org, first.id)).status).toBe(204)
    expect((await withdraw(owner.person, org, first.id)).status).toBe(404)
    expect((await accept(bob, first.token)).status).toBe(404)
    const { body: second } = await invite(owner.person, org, bob.email)
    expect((await accept(bob, second.token)).status).toBe(200)
    await remove(owner.person, org, (await memberOf(bob)).userId)
    expect((await accept(bob, second.token)).status).toBe(404)
    const { body: third } = await invite(owner.person, org, bob.email)
    const expired = await atLaterTime(7 * 86_400_000, async () => accept(await newSession(bob), third.token))
    expect(expired.status).toBe(404)
  })

  test('acceptInvitation returns 404 if the inviter may no longer invite into that role', async () => {
    const { org, owner } = await newOrganization()
    const ada = await joinOrganization(owner.person, org, 'owner')
    const bob = await newPerson('Bob')
    const eve = await newPerson('Eve')
    const { body: asOwner } = await invite(ada.person, org, bob.email, 'owner')
    const { body: asMember } = await invite(ada.person, org, eve.email)
    await setRole(owner.person, org, ada.userId, 'admin')
    expect((await accept(bob, asOwner.token)).status).toBe(404)
    expect((await accept(eve, asMember.token)).body).toEqual({ orgId: org, role: 'member' })
    // The inviter must have the right when the invitation is accepted.
    await setRole(owner.person, org, ada.userId, 'owner')
    expect((await accept(bob, asOwner.token)).body).toEqual({ orgId: org, role: 'owner' })
  })

  test('acceptInvitation does not change the role of a member', async () => {
    const { org, owner } = await newOrganization()
    const { body } = await invite(owner.person, org, owner.person.email, 'member')
    expect((await accept(owner.person, body.token)).body).toEqual({ orgId: org, role: 'owner' })
  })

  test('listInvitations and withdrawInvitation return 403 for members, 200 and 204 for admins', async () => {
    const { org, owner } = await newOrganization()
    const admin = await joinOrganization(owner.person, org, 'admin')
    const member = await joinOrganization(owner.person, org)
    const { body } = await invite(owner.person, org, 'x@people.example')
    expect((await list(member.person, org)).status).toBe(403)
    expect((await withdraw(member.person, org, body.id)).status).toBe(403)
    expect((await list(admin.person, org)).status).toBe(200)
    expect((await withdraw(admin.person, org, body.id)).status).toBe(204)
  })

  test('inviteMember returns 409 for a personal organization, 400 for an invalid email address', async () => {
    const ada = await newPerson()
    const { body } = await asPerson(ada, 'GET', '/api/account/me', { as: 'getMe' })
    const refused = await invite(ada, String(body.orgId), 'x@people.example')
    expect([refused.status, refused.body.code]).toEqual([409, 'personal_organization'])
    const { org, owner } = await newOrganization()
    expect((await invite(owner.person, org, 'nobody')).status).toBe(400)
  })

  test('setMemberRole, removeMember and acceptInvitation each emit one event per change', async () => {
    const { org, owner } = await newOrganization()
    const bob = await joinOrganization(owner.person, org)
    const path = `/api/organizations/${org}/members/${bob.userId}`
    for (let i = 0; i < 2; i++)
      await asPerson(owner.person, 'PUT', path, { body: { role: 'admin' }, as: 'setMemberRole' })
    await remove(owner.person, org, bob.userId)
    expect(await memberEventsOf(org)).toEqual([
      ['added', owner.userId, 'owner'],
      ['added', bob.userId, 'member'],
      ['changed', bob.userId, 'admin'],
      ['removed', bob.userId, 'admin'],
    ])
  })
})
