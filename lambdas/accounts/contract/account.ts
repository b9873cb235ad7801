import { endpoint, lineText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['account']

export const getMe = endpoint({
  name: 'getMe',
  summary: 'Who calls',
  description: 'The user of the credential (spec platform-api 2.1).',
  tags,
  route: 'GET /api/account/me',
  authority: 'scope:account:read',
  responses: {
    200: {
      description: 'The caller',
      schema: z.object({
        userId: z.string(),
        orgId: z.string().nullable().describe('Plans and features belong to the organization'),
        tenantId: z
          .string()
          .nullable()
          .describe('Quotas and rows belong to the tenant; keys of an organization name none'),
        email: z.string().nullable().describe('The signed-in person'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const setName = endpoint({
  name: 'setName',
  summary: 'Change your name',
  description:
    'Sets the name of the signed-in person; an empty one clears it. A caller with a token of the authentication service and no account yet gets one; the profile comes from that service.',
  tags,
  route: 'POST /api/account/name',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: {
    headers: z.object({ authorization: z.string().optional().describe('A token of the authentication service') }),
    body: z.strictObject({ name: lineText(100).describe('0 to 100 characters') }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'The new name',
      schema: z.object({ ok: z.literal(true), name: z.string().nullable() }),
    },
  },
  errors: ['forbidden', 'upstream_failed', 'unavailable'],
})

const SessionView = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  client: z.string().nullable().describe('User agent of the browser'),
  current: z.boolean().describe('Whether this request uses it'),
})

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'List sessions',
  description: 'Current sessions of the signed-in person.',
  tags,
  route: 'GET /api/account/sessions',
  authority: 'session',
  responses: { 200: { description: 'At most 100', schema: z.object({ sessions: z.array(SessionView) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  summary: 'End a session',
  description: 'Requests with it are refused with 401 from then on.',
  tags,
  route: 'DELETE /api/account/sessions/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Id of the session') }) },
  responses: { 204: { description: 'It is over' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
