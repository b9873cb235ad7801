import { endpoint, nameText } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['organizations']

const RoleName = z.enum(['owner', 'admin', 'member'])
const id = () => z.string().min(1).max(200)
const ofOrganization = z.strictObject({ org: id().describe('Organization id') })
const ofMember = z.strictObject({
  org: id().describe('Organization id'),
  user: id().describe('User id of the member'),
})

const OrganizationView = z.object({
  id: z.string(),
  name: z.string().nullable().describe('Name; null for a personal organization'),
  kind: z.enum(['personal', 'shared']),
  role: RoleName.describe('Role of the caller'),
  current: z.boolean().describe('True if the session acts for this organization'),
  plan: z
    .enum(PLATFORM_TIERS)
    .describe('Tier of the organization; `GET /api/billing` returns the product that provides it'),
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
    200: { description: 'All organizations', schema: z.object({ organizations: z.array(OrganizationView) }) },
  },
  errors: ['forbidden', 'unavailable'],
})

export const createOrganization = endpoint({
  name: 'createOrganization',
  summary: 'Create an organization',
  description:
    'Creates an organization owned by the signed-in user. It has its own plan, starting with the free tier without credits: welcome credits are granted once per user, in the personal organization. A user can own at most 10 shared organizations on the free plan.',
  tags,
  route: 'POST /api/organizations',
  authority: 'session',
  rate: { requests: 30, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({ name: nameText(100) }),
    maxBodyBytes: 4_096,
  },
  responses: { 201: { description: 'The organization is created', schema: OrganizationView } },
  errors: [
    'forbidden',
    {
      code: 'organization_limit_reached',
      status: 409,
      description: 'The user has reached the limit of organizations.',
    },
    {
      code: 'free_organization_limit_reached',
      status: 409,
      description:
        'The user owns `limit` shared organizations on the free plan. Organizations on a paid plan do not count; `upgrade` is the link to the plans.',
    },
    'unavailable',
  ],
})

export const switchOrganization = endpoint({
  name: 'switchOrganization',
  summary: 'Switch the session to an organization',
  description:
    'Makes the session act for this organization, with its keys, usage and plan. Only for browser sessions; a token of the authentication service always acts for the personal organization.',
  tags,
  route: 'POST /api/organizations/:org/switch',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: ofOrganization },
  responses: {
    200: {
      description: 'The session acts for the organization',
      schema: z.object({ ok: z.literal(true), orgId: z.string() }),
    },
  },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'List members',
  description: 'For members of the organization. Other callers get 404.',
  tags,
  route: 'GET /api/organizations/:org/members',
  authority: 'scope:members:read',
  request: { params: ofOrganization },
  responses: {
    200: {
      description: 'All members, at most 100',
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
              .describe('True if the removal started but did not finish. Repeat the request to finish it'),
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
  description: 'Owners may set every role; admins may set the roles admin and member.',
  tags,
  route: 'PUT /api/organizations/:org/members/:user',
  authority: 'scope:members:write',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: ofMember, body: z.strictObject({ role: RoleName }), maxBodyBytes: 4_096 },
  responses: { 200: { description: 'The role is set', schema: z.object({ ok: z.literal(true), role: RoleName }) } },
  errors: ['forbidden', 'not_found', lastOwner, 'unavailable'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Remove a member',
  description:
    "Revokes the member's access immediately: their keys are revoked, their sessions switch to their personal organization, and their open invitations are withdrawn. Members may remove themselves. Owners may remove any member; admins may remove members who are not owners.",
  tags,
  route: 'DELETE /api/organizations/:org/members/:user',
  authority: 'scope:members:write',
  request: { params: ofMember },
  responses: { 204: { description: 'The member is removed' } },
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
    'Creates an invitation for an email address and returns its one-time code once. The code is valid for 7 days. Owners and admins may invite; only owners may invite owners.',
  tags,
  route: 'POST /api/organizations/:org/invitations',
  authority: 'scope:members:write',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: {
    params: ofOrganization,
    body: z.strictObject({ email: z.email().max(320).describe('Whom'), role: RoleName.default('member') }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The invitation',
      schema: InvitationView.extend({
        token: z.string().describe('One-time code. It is shown only once and not stored'),
      }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'personal_organization', status: 409, description: 'A personal organization cannot have more members.' },
    {
      code: 'invitation_limit_reached',
      status: 409,
      description: 'The organization has too many open invitations. Withdraw some first.',
    },
    'unavailable',
  ],
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'List open invitations',
  description: 'For owners and admins. Lists invitations that are not accepted yet.',
  tags,
  route: 'GET /api/organizations/:org/invitations',
  authority: 'scope:members:read',
  request: { params: ofOrganization },
  responses: {
    200: { description: 'All open invitations', schema: z.object({ invitations: z.array(InvitationView) }) },
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
  request: { params: z.strictObject({ org: id().describe('Organization id'), id: id().describe('Invitation id') }) },
  responses: { 204: { description: 'The invitation is withdrawn' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accept an invitation',
  description:
    'Makes the signed-in user a member if the invitation is for their email address. An invitation that is unknown, expired, accepted by another user or for another address returns 404. Repeating the request returns the same result.',
  tags,
  route: 'POST /api/organizations/invitations/accept',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: { body: z.strictObject({ token: z.string().min(1).max(300) }), maxBodyBytes: 4_096 },
  responses: {
    200: { description: 'The user is a member', schema: z.object({ orgId: z.string(), role: RoleName }) },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'organization_full', status: 409, description: 'The organization has reached its limit of members.' },
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
