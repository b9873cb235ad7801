import type { Role } from '@signet/identity'
import { escaped } from '@signet/pages'
import type { Invitation } from '../organisations/invitation-ends.ts'
import type { ListedMember, ListedOrganisation } from '../organisations/organisation-routes.ts'
import { mayGrant } from '../organisations/role-rules.ts'
import { button, table, time } from './elements.ts'

/** The organisations part of the page. */
export interface People {
  readonly organisations: readonly ListedOrganisation[]
  /** Members of the session's organisation, if it is shared. */
  readonly members: readonly ListedMember[]
  /** Open invitations, if the person may invite. */
  readonly invitations: readonly Invitation[]
  readonly userId: string
}

const ROLES: readonly Role[] = ['member', 'admin', 'owner']
const WHAT = '<span class="hidden">What to do</span>'

const nameOf = ({ name }: ListedOrganisation): string => name ?? 'Personal'

const optionsFor = (actor: Role, chosen: Role): string =>
  ROLES.filter((role) => role === chosen || mayGrant(actor, role))
    .map((role) => `<option${role === chosen ? ' selected' : ''}>${role}</option>`)
    .join('')

const organisationTable = ({ organisations }: People): string => {
  const rows = organisations.map((each) => [
    escaped(nameOf(each)),
    each.role,
    each.current ? 'this one' : button('switch', each.id, 'Switch', `to ${nameOf(each)}`),
  ])
  return table('Your organisations', ['Name', 'Your role', WHAT], rows)
}

const roleCell = (actor: Role, { userId, role, email, isLeaving }: ListedMember, path: string): string => {
  if (isLeaving) return 'is being removed'
  if (!mayGrant(actor, role)) return role
  return `<form data-action="set-role" class="inline"><input type="hidden" name="id" value="${escaped(`${path}/${userId}`)}">
    <label><span class="hidden">Role of ${escaped(email ?? userId)}</span><select name="role">${optionsFor(actor, role)}</select></label>
    <button>Set<span class="hidden"> role of ${escaped(email ?? userId)}</span></button></form>`
}

const memberTable = ({ members, userId }: People, { id, role }: ListedOrganisation): string => {
  const path = `${id}/members`
  const rows = members.map((member) => {
    const who = member.email ?? member.userId
    const isSelf = member.userId === userId
    const mayRemove = isSelf || mayGrant(role, member.role)
    return [
      escaped(who),
      escaped(member.name ?? ''),
      roleCell(role, member, path),
      mayRemove
        ? button('remove-member', `${path}/${member.userId}`, isSelf ? 'Leave' : 'Remove', isSelf ? 'it' : who)
        : '',
    ]
  })
  return table('Members of this organisation', ['E-mail', 'Name', 'Role', WHAT], rows)
}

const invitePart = ({ invitations }: People, { id, role }: ListedOrganisation): string => {
  if (role === 'member') return ''
  const rows = invitations.map(({ digest, email, role: given, expires_at }) => [
    escaped(email),
    given,
    time(expires_at),
    button('withdraw', `${id}/invitations/${digest}`, 'Withdraw', `the invitation of ${email}`),
  ])
  return `${rows.length === 0 ? '' : table('Open invitations', ['E-mail', 'Role', 'Until', WHAT], rows)}
    <form data-action="invite"><input type="hidden" name="id" value="${escaped(id)}">
      <label>E-mail of a new member <input name="email" type="email" required maxlength="320" autocomplete="off"></label>
      <label>Role <select name="role">${optionsFor(role, 'member')}</select></label>
      <button>Invite</button>
    </form>
    <div id="new-invitation" role="status"></div>`
}

/** Organisations, members of the present one, and forms to join and leave. */
export const peoplePart = (people: People): string => {
  const current = people.organisations.find((each) => each.current)
  const shared =
    current?.kind === 'shared'
      ? `<h3>${escaped(nameOf(current))}</h3>${memberTable(people, current)}${invitePart(people, current)}`
      : ''
  return `
  <section aria-labelledby="people">
    <h2 id="people">People</h2>
    ${organisationTable(people)}
    ${shared}
    <form data-action="create-organisation">
      <label>Name of a new organisation <input name="name" required maxlength="100" autocomplete="organization"></label>
      <button>Create organisation</button>
    </form>
    <form data-action="join">
      <label>Code of an invitation <input name="token" required maxlength="300" autocomplete="off"></label>
      <button>Join</button>
    </form>
  </section>`
}
