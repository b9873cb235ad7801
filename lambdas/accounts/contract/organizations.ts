import { endpoint, nameText } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['organizations']

const RoleName = z.enum(['owner', 'admin', 'member'])
const id = () => z.string().min(1).max(200)
const organizationParams = z.strictObject({ org: id().describe('Organization ID') })
const memberParams = z.strictObject({
  org: id().describe('Organization ID'),
  user: id().describe('User ID of the member'),
})

const OrganizationView = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Name; null for a personal organization'),
  kind: z.enum(['personal', 'shared']),
  role: RoleName.describe('Role of the signed-in user'),
  current: z.boolean().describe('Whether the session acts for this organization'),
  plan: z.enum(PLATFORM_TIERS).describe('Plan of the organization. For the subscription, see `GET /api/billing`.'),
})

const lastOwner = {
  code: 'last_owner',
  status: 409,
  description: 'The change would remove the only owner. Make another member an owner first.',
} as const

export const listOrganizations = endpoint({
  name: 'listOrganizations',
  summary: 'List organizations',
  description: 'Lists the organizations that the signed-in user is a member of.',
  tags,
  route: 'GET /api/organizations',
  authority: 'session',
  responses: {
    200: {
      description: 'Organizations of the signed-in user',
      schema: z.object({ organizations: z.array(OrganizationView) }),
    },
  },
  errors: ['forbidden', 'unavailable'],
})

export const createOrganization = endpoint({
  name: 'createOrganization',
  summary: 'Create an organization',
  description:
    'Creates an organization owned by the signed-in user. The organization starts on the Free plan, without credits: welcome credits are granted once per user, to the personal organization. A user can own up to 10 shared organizations on the Free plan.',
  tags,
  route: 'POST /api/organizations',
  authority: 'session',
  rate: { requests: 30, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({ name: nameText(100) }),
    maxBodyBytes: 4_096,
  },
  responses: { 201: { description: 'The organization was created', schema: OrganizationView } },
  errors: [
    'forbidden',
    {
      code: 'organization_limit_reached',
      status: 409,
      description: 'The user has reached the maximum number of organizations. Leave or delete an organization first.',
    },
    {
      code: 'free_organization_limit_reached',
      status: 409,
      description:
        'The user already owns `limit` shared organizations on the Free plan. Organizations on a paid plan do not count. `upgrade` contains the URL of the plans.',
    },
    'unavailable',
  ],
})

export const switchOrganization = endpoint({
  name: 'switchOrganization',
  summary: 'Switch the session to an organization',
  description:
    'Makes the session act for this organization, with its keys, usage and plan. Only browser sessions can be switched; a token of the authentication service always acts for the personal organization.',
  tags,
  route: 'POST /api/organizations/:org/switch',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: organizationParams },
  responses: {
    200: {
      description: 'The session now acts for the organization',
      schema: z.object({ ok: z.literal(true), orgId: z.string() }),
    },
  },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'List members',
  description: 'Lists the members of the organization. Returns 404 if the caller is not a member.',
  tags,
  route: 'GET /api/organizations/:org/members',
  authority: 'scope:members:read',
  request: { params: organizationParams },
  responses: {
    200: {
      description: 'Members of the organization, up to 100',
      schema: z.object({
        members: z.array(
          z.object({
            userId: z.string(),
            name: z.string().nullable(),
            email: z.string().nullable(),
            role: RoleName,
            since: z.iso.datetime(),
            isBeingRemoved: z
              .boolean()
              .describe(
                'Whether the removal of the member started but did not finish. If true, repeat the request that removes the member.',
              ),
          }),
        ),
      }),
    },
  },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const setMemberRole = endpoint({
  name: 'setMemberRole',
  summary: 'Change the role of a member',
  description: 'Owners can set any role. Admins can set the roles `admin` and `member`.',
  tags,
  route: 'PUT /api/organizations/:org/members/:user',
  authority: 'scope:members:write',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: memberParams, body: z.strictObject({ role: RoleName }), maxBodyBytes: 4_096 },
  responses: { 200: { description: 'The role was set', schema: z.object({ ok: z.literal(true), role: RoleName }) } },
  errors: ['forbidden', 'not_found', lastOwner, 'unavailable'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Remove a member',
  description:
    'Removes the member and revokes their access immediately: their API keys are revoked, their sessions switch to their personal organization, and their open invitations are withdrawn. Members can remove themselves. Owners can remove any member; admins can remove members who are not owners.',
  tags,
  route: 'DELETE /api/organizations/:org/members/:user',
  authority: 'scope:members:write',
  request: { params: memberParams },
  responses: { 204: { description: 'The member was removed' } },
  errors: ['forbidden', 'not_found', lastOwner, 'unavailable'],
})

const InvitationView = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleName,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})

export const inviteMember = endpoint({
  name: 'inviteMember',
  summary: 'Invite a user',
  description:
    'Creates an invitation for an email address and returns its one-time code. The code is valid for 7 days. Owners and admins can invite users; only owners can invite owners.',
  tags,
  route: 'POST /api/organizations/:org/invitations',
  authority: 'scope:members:write',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: {
    params: organizationParams,
    body: z.strictObject({
      email: z.email().max(320).describe('Email address of the user to invite'),
      role: RoleName.default('member'),
    }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The invitation and its one-time code',
      schema: InvitationView.extend({
        token: z.string().describe('One-time code. It is shown only once and is not stored.'),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'personal_organization', status: 409, description: 'A personal organization cannot have other members.' },
    {
      code: 'invitation_limit_reached',
      status: 409,
      description: 'The organization has reached its limit on open invitations. Withdraw an invitation first.',
    },
    'unavailable',
  ],
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'List open invitations',
  description: 'Lists the invitations that have not been accepted. Only owners and admins can call this operation.',
  tags,
  route: 'GET /api/organizations/:org/invitations',
  authority: 'scope:members:read',
  request: { params: organizationParams },
  responses: {
    200: { description: 'Open invitations', schema: z.object({ invitations: z.array(InvitationView) }) },
  },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  description: 'Withdraws the invitation. Its code becomes invalid.',
  tags,
  route: 'DELETE /api/organizations/:org/invitations/:id',
  authority: 'scope:members:write',
  request: { params: z.strictObject({ org: id().describe('Organization ID'), id: id().describe('Invitation ID') }) },
  responses: { 204: { description: 'The invitation was withdrawn' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accept an invitation',
  description:
    'Makes the signed-in user a member of the organization. Returns 404 if the invitation does not exist, has expired, was accepted by another user, or is for another email address. Repeating the request returns the same result.',
  tags,
  route: 'POST /api/organizations/invitations/accept',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: { body: z.strictObject({ token: z.string().min(1).max(300) }), maxBodyBytes: 4_096 },
  responses: {
    200: { description: 'The user is now a member', schema: z.object({ orgId: z.string(), role: RoleName }) },
  },
  errors: [
    'forbidden',
    'not_found',
    {
      code: 'organization_full',
      status: 409,
      description: 'The organization has reached its member limit. An owner or admin can remove a member.',
    },
    'unavailable',
  ],
})

export const organizationEndpoints = [
  listOrganizations,
  createOrganization,
  switchOrganization,
  listMembers,
  setMemberRole,
  removeMember,
  inviteMember,
  listInvitations,
  withdrawInvitation,
  acceptInvitation,
]
