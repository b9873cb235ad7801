import { endpoint, lineText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['account']

export const getMe = endpoint({
  name: 'getMe',
  summary: 'Get the caller',
  description: 'Returns the user or organization behind the credential (spec platform-api 2.1).',
  tags,
  route: 'GET /api/account/me',
  authority: 'scope:account:read',
  responses: {
    200: {
      description: 'The caller',
      schema: z.object({
        userId: z.string(),
        orgId: z.string().nullable().describe('Organization that plans and features belong to'),
        tenantId: z
          .string()
          .nullable()
          .describe('Tenant that quotas and rows belong to; absent for keys of an organization'),
        email: z.string().nullable().describe('Email address of the signed-in user'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const setName = endpoint({
  name: 'setName',
  summary: 'Change your name',
  description:
    'Sets the name of the signed-in user. An empty name clears it. A caller with a token of the authentication service gets an account if none exists; the profile comes from that service.',
  tags,
  route: 'POST /api/account/name',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: {
    headers: z.object({ authorization: z.string().optional().describe('Token of the authentication service') }),
    body: z.strictObject({ name: lineText(100).describe('0 to 100 characters') }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'New name',
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
  current: z.boolean().describe('True for the session of this request'),
})

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'List sessions',
  description: 'Lists the current sessions of the signed-in user.',
  tags,
  route: 'GET /api/account/sessions',
  authority: 'session',
  responses: { 200: { description: 'At most 100 sessions', schema: z.object({ sessions: z.array(SessionView) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  summary: 'End a session',
  description: 'Ends the session. Later requests with it return 401.',
  tags,
  route: 'DELETE /api/account/sessions/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Session id') }) },
  responses: { 204: { description: 'The session is ended' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
