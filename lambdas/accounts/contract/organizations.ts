import { endpoint, nameText } from '@signet/contracts'
import { PLATFORM_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['organizations']

const RoleName = z.enum(['owner', 'admin', 'member'])
const id = () => z.string().min(1).max(200)
const ofOrganization = z.strictObject({ org: id().describe('Id of the organization') })
const ofMember = z.strictObject({
  org: id().describe('Id of the organization'),
  user: id().describe('Id of the member'),
})

const OrganizationView = z.object({
  id: z.string(),
  name: z.string().nullable().describe('null: the personal one'),
  kind: z.enum(['personal', 'shared']),
  role: RoleName.describe('Role of the caller'),
  current: z.boolean().describe('Whether the session acts for it'),
  plan: z.enum(PLATFORM_TIERS).describe('Its tier; `GET /api/billing` has the product behind it'),
})

const lastOwner = {
  code: 'last_owner',
  status: 409,
  description: 'An organization always needs an owner: make another member an owner first.',
} as const

export const listOrganizations = endpoint({
  name: 'listOrganizations',
  summary: 'List organizations',
  description: 'Organizations that the signed-in person is a member of.',
  tags,
  route: 'GET /api/organizations',
  authority: 'session',
  responses: { 200: { description: 'All', schema: z.object({ organizations: z.array(OrganizationView) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const createOrganization = endpoint({
  name: 'createOrganization',
  summary: 'Create an organization',
  description:
    'Creates an organization owned by the signed-in person. Each organization has a plan of its own, and begins on the free one without credits: welcome credits are given once a person, in the personal organization. A person owns at most 10 shared organizations on the free plan.',
  tags,
  route: 'POST /api/organizations',
  authority: 'session',
  rate: { requests: 30, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({ name: nameText(100) }),
    maxBodyBytes: 4_096,
  },
  responses: { 201: { description: 'It is there', schema: OrganizationView } },
  errors: [
    'forbidden',
    {
      code: 'organization_limit_reached',
      status: 409,
      description: 'The person has reached the limit of organizations.',
    },
    {
      code: 'free_organization_limit_reached',
      status: 409,
      description:
        'The person owns `limit` shared organizations on the free plan. One that is put on a paid plan does not count; `upgrade` says where to get one.',
    },
    'unavailable',
  ],
})

export const switchOrganization = endpoint({
  name: 'switchOrganization',
  summary: 'Switch the session to an organization',
  description:
    'The session then acts for this organization: its keys, usage and plan. Only for browser sessions; a token of the authentication service acts for the personal organization.',
  tags,
  route: 'POST /api/organizations/:org/switch',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: ofOrganization },
  responses: { 200: { description: 'It does', schema: z.object({ ok: z.literal(true), orgId: z.string() }) } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'List members',
  description: 'For its members only. For others the organization is not found.',
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
            isLeaving: z.boolean().describe('Their removal was begun but not finished: repeat the request'),
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
  description: 'Owners may set every role, admins the roles admin and member.',
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
  summary: 'Remove a member, or leave',
  description:
    'The member loses access at once: their keys are revoked, their sessions switch to their own organization, and their open invitations are withdrawn. Every member may leave; owners may remove any member, admins any but owners.',
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
  summary: 'Invite a person',
  description:
    'Creates a one-time code for the person with this address. It is valid for seven days and shown only once. Owners and admins may invite; only owners may invite owners.',
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
      schema: InvitationView.extend({ token: z.string().describe('Shown only once and not stored') }),
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
      description: 'There are too many open invitations: withdraw some.',
    },
    'unavailable',
  ],
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'List open invitations',
  description: 'Invitations that are not accepted yet; for owners and admins.',
  tags,
  route: 'GET /api/organizations/:org/invitations',
  authority: 'scope:members:read',
  request: { params: ofOrganization },
  responses: { 200: { description: 'All', schema: z.object({ invitations: z.array(InvitationView) }) } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  description: 'Its code becomes invalid.',
  tags,
  route: 'DELETE /api/organizations/:org/invitations/:id',
  authority: 'scope:members:write',
  request: { params: z.strictObject({ org: id().describe('Id of the organization'), id: id().describe('Id of it') }) },
  responses: { 204: { description: 'It is void' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accept an invitation',
  description:
    'Makes the signed-in person a member if the invitation is for their address. An invitation that is unknown, expired, accepted or for another address is not found. Repeating the request returns the same result.',
  tags,
  route: 'POST /api/organizations/invitations/accept',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: { body: z.strictObject({ token: z.string().min(1).max(300) }), maxBodyBytes: 4_096 },
  responses: {
    200: { description: 'The person is a member', schema: z.object({ orgId: z.string(), role: RoleName }) },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'organization_full', status: 409, description: 'The organization has reached the limit of members.' },
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
