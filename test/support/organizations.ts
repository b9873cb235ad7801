import type { Answer } from './api.ts'
import { asPerson, newPerson, type Person } from './people.ts'

/** A member of an organization. */
export interface Member {
  readonly person: Person
  readonly userId: string
}

interface Invited {
  readonly id: string
  readonly token: string
  readonly email: string
  readonly error?: string
  readonly code?: string
}

type Role = 'owner' | 'admin' | 'member'

export const memberOf = async (person: Person): Promise<Member> => {
  const { body } = await asPerson<{ userId: string }>(person, 'GET', '/api/account/me', { as: 'getMe' })
  return { person, userId: body.userId }
}

/** Creates a person and an organization of which they are the owner. */
export const newOrganization = async (name = 'Foundry'): Promise<{ org: string; owner: Member }> => {
  const owner = await memberOf(await newPerson('Olga'))
  const created = await asPerson(owner.person, 'POST', '/api/organizations', {
    body: { name },
    as: 'createOrganization',
  })
  return { org: String(created.body.id), owner }
}

export const invite = (actor: Person, org: string, email: string, role: Role = 'member'): Promise<Answer<Invited>> =>
  asPerson<Invited>(actor, 'POST', `/api/organizations/${org}/invitations`, {
    body: { email, role },
    as: 'inviteMember',
  })

export const accept = (person: Person, token: string) =>
  asPerson(person, 'POST', '/api/organizations/invitations/accept', { body: { token }, as: 'acceptInvitation' })

/** Creates a person who accepts an invitation of the owner. */
export const joinOrganization = async (actor: Person, org: string, role: Role = 'member'): Promise<Member> => {
  const person = await newPerson(role)
  const { body } = await invite(actor, org, person.email, role)
  const { status } = await accept(person, body.token)
  if (status !== 200) throw new Error(`Joining answered ${status}`)
  return memberOf(person)
}

export const switchTo = (person: Person, org: string) =>
  asPerson(person, 'POST', `/api/organizations/${org}/switch`, { as: 'switchOrganization' })

export const setRole = (actor: Person, org: string, user: string, role: Role) =>
  asPerson(actor, 'PUT', `/api/organizations/${org}/members/${user}`, { body: { role }, as: 'setMemberRole' })

export const remove = (actor: Person, org: string, user: string) =>
  asPerson(actor, 'DELETE', `/api/organizations/${org}/members/${user}`, { as: 'removeMember' })

export const membersOf = async (actor: Person, org: string) => {
  type Listed = {
    readonly userId: string
    readonly role: Role
    readonly email: string
    readonly isBeingRemoved: boolean
  }
  const { status, body } = await asPerson<{ members: readonly Listed[] }>(
    actor,
    'GET',
    `/api/organizations/${org}/members`,
    { as: 'listMembers' },
  )
  return status === 200 ? body.members : []
}
