import { keyItemKey, memberGuard, orgKeys, personalTenantOf, sessionReader } from '@signet/identity'
import { approveRequest, grantKeyOf, grantTable, requestTable } from '@signet/identity/oauth'
import { newUuid, Refusal } from '@signet/kernel'
import { allowanceTable } from '@signet/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invitationTable } from '../../../lambdas/accounts/organizations/invitation-table.ts'
import { organizationTable } from '../../../lambdas/accounts/organizations/organization-table.ts'
import { removeMember } from '../../../lambdas/accounts/organizations/remove-member.ts'
import { isLastOwner, mayGrant } from '../../../lambdas/accounts/organizations/role-rules.ts'
import { sessionTable } from '../../../lambdas/accounts/people/session-table.ts'
import { agentRequest } from '../../support/oauth-world.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
let published: string[] = []

const deps = () => ({
  db: world.db,
  table: TABLE,
  now: () => new Date('2026-11-22T09:00:00Z'),
  pepper: async () => 'pepper',
  newId: newUuid,
  isPaid: async () => false,
  prefix: 'plat_',
  knownScopes: ['read'],
  outbox: {
    steps: () => [],
    publish: async (events: readonly { readonly type: string }[]) => {
      published.push(...events.map(({ type }) => type))
    },
  },
})

const memberOf = (org: string, user: string) =>
  ({ kind: 'session', tenantId: org, orgId: org, userId: user, scopes: [], rateKey: user }) as const

const newOrganization = async (owner: string): Promise<string> => {
  const created = await organizationTable(deps()).create(owner, 'Foundry')
  if (created instanceof Refusal) throw created
  return created.org_id
}

/** Authorizes an agent that acts for the organization. Returns the key of its grant. */
const authorizeAgent = async (user: string, org: string) => {
  const approve = approveRequest({ ...deps(), allowances: allowanceTable(deps()), guard: memberGuard(deps()) })
  const handle = await requestTable(deps()).store(agentRequest())
  const approved = await approve(handle, { userId: user, orgId: org, tenantId: org }, { budget: 50 })
  if (!approved) throw new Error('The agent was not authorized')
  return { user, key: grantKeyOf(agentRequest(), org) }
}

/**
 * Olga's organization with Bob as a member. Bob has a session that acts for it, a key, an agent and an open invitation.
 */
const sharedOrganization = async () => {
  const tables = {
    organizations: organizationTable(deps()),
    invitations: invitationTable(deps()),
    sessions: sessionTable(deps()),
    keys: orgKeys(deps()),
    grants: grantTable({ ...deps(), allowances: allowanceTable(deps()) }),
  }
  const { organizations, sessions, keys, invitations } = tables
  const olga = newUuid()
  const bob = newUuid()
  const org = await newOrganization(olga)
  await organizations.join({ org, user: bob }, 'admin', async () => [])
  const guard = () => organizations.guard({ org, user: bob })
  const session = await sessions.begin(await sessions.mintRelay(bob, 'browser'), 'browser', undefined)
  if (!session) throw new Error('The session was not created')
  await sessions.actFor({ userId: bob, id: session.session.id }, org, guard)
  const createdKey = await keys.create({ creator: memberOf(org, bob), name: 'k', scopes: ['read'] })
  if (!('key' in createdKey)) throw new Error('The key was not created')
  const invited = await invitations.create({ org, email: 'x@people.example', role: 'member', invitedBy: bob }, guard)
  if (invited === 'full') throw new Error('The invitation was not created')
  const { token } = invited
  const agent = await authorizeAgent(bob, org)
  return { ...tables, agent, org, olga, bob, guard, session, digest: createdKey.key.digest, invitation: token }
}

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())
beforeEach(() => {
  published = []
})

describe('role rules', () => {
  it('let owners assign every role, admins all but owner, members none', () => {
    const roles = ['owner', 'admin', 'member'] as const
    expect(roles.map((actor) => roles.map((role) => mayGrant(actor, role)))).toEqual([
      [true, true, true],
      [false, true, true],
      [false, false, false],
    ])
  })

  it('do not count an owner whose removal has started', () => {
    const a = { user_id: 'a', role: 'owner' as const }
    const b = { user_id: 'b', role: 'owner' as const }
    expect(isLastOwner([a, b], a)).toBe(false)
    expect(isLastOwner([a, { ...b, state: 'leaving' }], a)).toBe(true)
    expect(isLastOwner([a, b], { user_id: 'c', role: 'member' })).toBe(false)
  })
})

describe('the removal of a member', () => {
  it.each(['revokeKeys', 'revokeGrants', 'leaveOrganization', 'withdrawAllOf', 'finishRemoval'] as const)(
    'takes effect with the first write after a crash before %s, and is finished by the next request',
    async (crashPoint) => {
      const { org, olga, bob, guard, session, digest, invitation, agent, ...tables } = await sharedOrganization()
      const dying = async () => {
        throw new Error('killed')
      }
      const crashingDeps = {
        organizations: { ...tables.organizations, ...(crashPoint === 'finishRemoval' ? { finishRemoval: dying } : {}) },
        keys: crashPoint === 'revokeKeys' ? { revokeAllOf: dying } : tables.keys,
        grants: crashPoint === 'revokeGrants' ? { revokeAllOf: dying } : tables.grants,
        sessions: crashPoint === 'leaveOrganization' ? { leaveOrganization: dying } : tables.sessions,
        invitations: crashPoint === 'withdrawAllOf' ? { withdrawAllOf: dying } : tables.invitations,
      }
      await expect(removeMember(crashingDeps)({ org, user: bob }, olga)).rejects.toThrow('killed')
      expect(await tables.organizations.listOf(bob)).toEqual([])
      await expect(guard()).rejects.toThrow('no longer a member')
      const lateKey = tables.keys.create({ creator: memberOf(org, bob), name: 'late', scopes: ['read'] })
      await expect(lateKey).rejects.toThrow('no longer a member')
      await expect(authorizeAgent(bob, org)).rejects.toThrow('no longer a member')

      expect(await removeMember(tables)({ org, user: bob }, olga)).toBe('done')
      expect((await sessionReader(deps())(session.token))?.org_id).toBe(personalTenantOf(bob))
      const { pk } = keyItemKey(digest)
      expect(await world.rows(pk)).toEqual([])
      expect(await tables.grants.active(agent)).toBeUndefined()
      expect(await tables.invitations.find(invitation)).toBeUndefined()
      expect((await tables.organizations.members(org)).map(({ user_id }) => user_id)).toEqual([olga])
      expect(published.filter((type) => type.includes('.removed.'))).toHaveLength(1)
      expect(await removeMember(tables)({ org, user: bob }, olga)).toBe('absent')
    },
  )

  it('leaves at least one owner if twelve owners remove themselves concurrently', async () => {
    const organizations = organizationTable(deps())
    const users = Array.from({ length: 12 }, newUuid)
    const org = await newOrganization(String(users[0]))
    for (const user of users.slice(1)) await organizations.join({ org, user }, 'owner', async () => [])
    const outcomes = await Promise.all(
      users.map((user) => organizations.beginRemoval({ org, user }, user).catch(() => 'busy')),
    )
    const active = (await organizations.members(org)).filter(({ state }) => state !== 'leaving')
    expect(active.length).toBe(12 - outcomes.filter((each) => each === 'done').length)
    expect(active.length).toBeGreaterThan(0)
  })
})
