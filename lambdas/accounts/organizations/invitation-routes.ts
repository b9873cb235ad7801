import { reply } from '@signet/contracts'
import { userOf } from '@signet/identity'
import { notFound, type Route, refusal, route } from '@signet/kernel'
import { acceptInvitation, inviteMember, listInvitations, withdrawInvitation } from '../contract/organizations.ts'
import { INVITATIONS_MAX } from './invitation-table.ts'
import type { Invitation } from './invitation-withdrawal.ts'
import type { OrganizationDeps } from './organization-routes.ts'
import { noSuchOrganization, notAllowed, roleIn, roleOfCaller } from './refusals.ts'
import { mayGrant } from './role-rules.ts'

const invitationView = ({ digest: id, email, role, created_at, expires_at }: Invitation) => ({
  id,
  email,
  role,
  createdAt: created_at,
  expiresAt: expires_at,
})

const noSuchInvitation = () =>
  notFound('No open invitation for your email address matches this code. It may be accepted, withdrawn or expired')

const inviteRoute = ({ organizations, invitations }: OrganizationDeps) =>
  route(inviteMember, async ({ params: { org }, body, caller }) => {
    const role = await roleOfCaller(organizations, caller, org)
    if (!role) return noSuchOrganization()
    const user = userOf(caller)
    if (!mayGrant(role, body.role)) return notAllowed()
    if ((await organizations.get(org))?.kind !== 'shared')
      return refusal(
        'personal_organization',
        'A personal organization has only one member. Create a shared organization instead',
      )
    const guard = () => organizations.guard({ org, user })
    const created = await invitations.create({ org, ...body, invitedBy: user }, guard)
    if (created === 'full')
      return refusal(
        'invitation_limit_reached',
        `The organization has ${INVITATIONS_MAX} open invitations, the maximum. Withdraw some first`,
      )
    const { invitation, token } = created
    return reply(201, { ...invitationView(invitation), token }, { 'cache-control': 'no-store' })
  })

const acceptRoute = ({ organizations, invitations, accounts }: OrganizationDeps) =>
  route(acceptInvitation, async ({ body, caller }) => {
    const user = userOf(caller)
    const [invitation, person] = await Promise.all([invitations.find(body.token), accounts.get(user)])
    if (!invitation || person?.email?.toLowerCase() !== invitation.email) return noSuchInvitation()
    const { org_id: org } = invitation
    const acceptWrites = async () => {
      const latest = await invitations.find(body.token)
      if (latest?.accepted_by === user) return 'applied'
      if (latest?.state !== 'open') return undefined
      // The inviter may have lost the right to invite, and must not regain it through an invitation to their own
      // second address.
      const inviter = await roleIn(organizations, { org, user: latest.invited_by })
      return inviter && mayGrant(inviter, latest.role) ? [invitations.acceptStep(latest, user)] : undefined
    }
    const role = await organizations.join({ org, user }, invitation.role, acceptWrites)
    if (role === 'absent') return noSuchInvitation()
    if (role === 'full')
      return refusal('organization_full', 'The organization has reached its member limit. Ask one of its owners')
    return reply(200, { orgId: org, role })
  })

/** Invitations to shared organizations. The token is shown once, to the inviter. */
export const invitationRoutes = (deps: OrganizationDeps): Route[] => [
  inviteRoute(deps),
  route(listInvitations, async ({ params: { org }, caller }) => {
    const role = await roleOfCaller(deps.organizations, caller, org)
    if (!role) return noSuchOrganization()
    if (role === 'member') return notAllowed()
    return reply(200, { invitations: (await deps.invitations.listOpen(org)).map(invitationView) })
  }),
  route(withdrawInvitation, async ({ params: { org, id }, caller }) => {
    const role = await roleOfCaller(deps.organizations, caller, org)
    if (!role) return noSuchOrganization()
    if (role === 'member') return notAllowed()
    return (await deps.invitations.withdraw(org, id)) ? reply(204) : notFound('The open invitation does not exist')
  }),
  acceptRoute(deps),
]
