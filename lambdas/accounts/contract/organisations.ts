import { endpoint } from '@signet/contracts'
import * as z from 'zod'

const tags = ['organisations']

const RoleName = z.enum(['owner', 'admin', 'member'])
const id = () => z.string().min(1).max(200)
const ofOrganisation = z.strictObject({ org: id().describe('Id of the organisation') })
const ofMember = z.strictObject({
  org: id().describe('Id of the organisation'),
  user: id().describe('Id of the member'),
})

const OrganisationView = z.object({
  id: z.string(),
  name: z.string().nullable().describe('null: the personal one'),
  kind: z.enum(['personal', 'shared']),
  role: RoleName.describe('What the caller is there'),
  current: z.boolean().describe('Whether the session acts for it'),
})

const lastOwner = {
  code: 'last_owner',
  status: 409,
  description: 'An organisation always has an owner: make somebody else one first.',
} as const

export const listOrganisations = endpoint({
  name: 'listOrganisations',
  summary: 'Own organisations',
  description: 'Organisations that the signed-in person is a member of.',
  tags,
  route: 'GET /api/organisations',
  authority: 'session',
  responses: { 200: { description: 'All', schema: z.object({ organisations: z.array(OrganisationView) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const createOrganisation = endpoint({
  name: 'createOrganisation',
  summary: 'Begin an organisation that others can join',
  description: 'Makes an organisation that the signed-in person owns. Plans are bought for each on its own.',
  tags,
  route: 'POST /api/organisations',
  authority: 'session',
  rate: { requests: 30, window: '1h', by: 'user' },
  request: {
    body: z.strictObject({ name: z.string().min(1).max(100).regex(/\S/, 'must not be empty') }),
    maxBodyBytes: 4_096,
  },
  responses: { 201: { description: 'It is there', schema: OrganisationView } },
  errors: [
    'forbidden',
    { code: 'organisation_limit_reached', status: 409, description: 'The person is in as many as one may be in.' },
    'unavailable',
  ],
})

export const switchOrganisation = endpoint({
  name: 'switchOrganisation',
  summary: 'Act for another organisation',
  description:
    'From now on the session acts for this organisation: its keys, usage and plan. Only for sessions of a browser; a token of the authentication service acts for the personal one.',
  tags,
  route: 'POST /api/organisations/:org/switch',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: ofOrganisation },
  responses: { 200: { description: 'It does', schema: z.object({ ok: z.literal(true), orgId: z.string() }) } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const listMembers = endpoint({
  name: 'listMembers',
  summary: 'Members of an organisation',
  description: 'For its members. To anybody else it is as if there were none.',
  tags,
  route: 'GET /api/organisations/:org/members',
  authority: 'session',
  request: { params: ofOrganisation },
  responses: {
    200: {
      description: 'All, at most 100',
      schema: z.object({
        members: z.array(
          z.object({
            userId: z.string(),
            name: z.string().nullable(),
            email: z.string().nullable(),
            role: RoleName,
            since: z.iso.datetime(),
            isLeaving: z.boolean().describe('Their removal was begun and not finished: ask for it again'),
          }),
        ),
      }),
    },
  },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const setMemberRole = endpoint({
  name: 'setMemberRole',
  summary: 'Give a member another role',
  description: 'Owners give every role; admins those of admins and members.',
  tags,
  route: 'PUT /api/organisations/:org/members/:user',
  authority: 'session',
  rate: { requests: 120, window: '1h', by: 'user' },
  request: { params: ofMember, body: z.strictObject({ role: RoleName }), maxBodyBytes: 4_096 },
  responses: { 200: { description: 'They have it', schema: z.object({ ok: z.literal(true), role: RoleName }) } },
  errors: ['forbidden', 'not_found', lastOwner, 'unavailable'],
})

export const removeMember = endpoint({
  name: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'The member loses the organisation at once: keys that they made are refused, their sessions act for their own organisation again, and their open invitations are void. Everybody may leave; owners remove everybody, admins all but owners.',
  tags,
  route: 'DELETE /api/organisations/:org/members/:user',
  authority: 'session',
  request: { params: ofMember },
  responses: { 204: { description: 'They are gone' } },
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
  summary: 'Invite somebody',
  description:
    'Makes a one-time code for whoever signs in with this address, good for seven days, and shows it this once. Owners and admins invite; only owners invite owners.',
  tags,
  route: 'POST /api/organisations/:org/invitations',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: {
    params: ofOrganisation,
    body: z.strictObject({ email: z.email().max(320).describe('Whom'), role: RoleName.default('member') }),
    maxBodyBytes: 4_096,
  },
  responses: {
    201: {
      description: 'The invitation',
      schema: InvitationView.extend({ token: z.string().describe('Shown this once, kept by nobody') }),
      headers: { 'cache-control': { description: 'no-store', schema: z.string() } },
    },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'personal_organisation', status: 409, description: 'A personal organisation has one member.' },
    { code: 'invitation_limit_reached', status: 409, description: 'Too many invitations are open: withdraw some.' },
    'unavailable',
  ],
})

export const listInvitations = endpoint({
  name: 'listInvitations',
  summary: 'Open invitations',
  description: 'Those that nobody has taken yet, for owners and admins.',
  tags,
  route: 'GET /api/organisations/:org/invitations',
  authority: 'session',
  request: { params: ofOrganisation },
  responses: { 200: { description: 'All', schema: z.object({ invitations: z.array(InvitationView) }) } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  description: 'Its code is good for nobody from now on.',
  tags,
  route: 'DELETE /api/organisations/:org/invitations/:id',
  authority: 'session',
  request: { params: z.strictObject({ org: id().describe('Id of the organisation'), id: id().describe('Id of it') }) },
  responses: { 204: { description: 'It is void' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Take an invitation',
  description:
    'Makes the signed-in person a member, if the invitation is for their address. One that is unknown, over, taken or for another address is not there. Asking again answers the same.',
  tags,
  route: 'POST /api/organisations/invitations/accept',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: { body: z.strictObject({ token: z.string().min(1).max(300) }), maxBodyBytes: 4_096 },
  responses: {
    200: { description: 'They are a member', schema: z.object({ orgId: z.string(), role: RoleName }) },
  },
  errors: [
    'forbidden',
    'not_found',
    { code: 'organisation_full', status: 409, description: 'The organisation has as many members as it may have.' },
    'unavailable',
  ],
})

export const organisationEndpoints = [
  listOrganisations,
  createOrganisation,
  switchOrganisation,
  listMembers,
  setMemberRole,
  removeMember,
  inviteMember,
  listInvitations,
  withdrawInvitation,
  acceptInvitation,
]
