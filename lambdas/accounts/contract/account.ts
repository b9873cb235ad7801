import { endpoint, lineText } from '@signet/contracts'
import * as z from 'zod'

const tags = ['account']

export const getMe = endpoint({
  name: 'getMe',
  summary: 'Get the authenticated user or organization',
  description: 'Returns the user or organization that the credential belongs to.',
  tags,
  route: 'GET /api/account/me',
  authority: 'scope:account:read',
  responses: {
    200: {
      description: 'The authenticated user or organization',
      schema: z.object({
        userId: z.string(),
        orgId: z.string().nullable().describe('ID of the organization whose plan and features apply'),
        tenantId: z
          .string()
          .nullable()
          .describe('ID under which quotas and data are stored; null for keys of an organization'),
        email: z.string().nullable().describe('Email address of the signed-in user; null if not known'),
      }),
    },
  },
  errors: ['unavailable'],
})

export const setName = endpoint({
  name: 'setName',
  summary: 'Change your name',
  description:
    'Sets the name of the signed-in user. An empty name removes the name. If the credential is a token of the authentication service and the user has no account, an account is created with the profile from that service.',
  tags,
  route: 'POST /api/account/name',
  authority: 'session',
  rate: { requests: 60, window: '1h', by: 'user' },
  request: {
    headers: z.object({ authorization: z.string().optional().describe('Token of the authentication service') }),
    body: z.strictObject({ name: lineText(100).describe('New name, up to 100 characters; empty to remove the name') }),
    maxBodyBytes: 4_096,
  },
  responses: {
    200: {
      description: 'The new name; null if it was removed',
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
  current: z.boolean().describe('Whether this is the session of the request'),
})

export const listSessions = endpoint({
  name: 'listSessions',
  summary: 'List sessions',
  description: 'Lists the active sessions of the signed-in user.',
  tags,
  route: 'GET /api/account/sessions',
  authority: 'session',
  responses: { 200: { description: 'Up to 100 sessions', schema: z.object({ sessions: z.array(SessionView) }) } },
  errors: ['forbidden', 'unavailable'],
})

export const revokeSession = endpoint({
  name: 'revokeSession',
  summary: 'End a session',
  description: 'Ends the session. Later requests with its cookie return 401.',
  tags,
  route: 'DELETE /api/account/sessions/:id',
  authority: 'session',
  request: { params: z.strictObject({ id: z.string().min(1).max(200).describe('Session ID') }) },
  responses: { 204: { description: 'The session was ended' } },
  errors: ['forbidden', 'not_found', 'unavailable'],
})
