import { membership } from '@signet/identity/organization-rows'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const membershipRow = rowKind({
  name: 'Organization membership of a user',
  prefix: 'PERSON#',
  keys: { pk: '<user>', sk: 'ORG#<org>' },
  owner: 'person',
  exported: { file: 'organizations' },
  keep: 'permanent',
  schema: membership,
})

export const personSessionRow = rowKind({
  name: "Session in a user's session list",
  prefix: 'PERSON#',
  keys: { pk: '<user>', sk: 'SESSION#<id>' },
  owner: 'person',
  exported: { file: 'sessions', without: ['digest'] },
  keep: { until: 'expires_at' },
  retention: '7 days, or until it is revoked',
  schema: z.object({
    id: z.string(),
    digest: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    client: z.string().optional().describe('User agent of the browser'),
  }),
})

export const invitationRow = rowKind({
  name: 'Invitation to an organization',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'INVITATION#<digest>' },
  owner: 'organization',
  exported: { none: 'describes other users' },
  keep: { until: 'expires_at' },
  retention: '7 days, or until it is withdrawn',
  schema: z.object({
    digest: z.string().describe('Digest of the token, which is not stored; also the ID'),
    org_id: z.string(),
    email: z.string().describe('Email address of the invited user'),
    role: membership.shape.role,
    invited_by: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    state: z.enum(['open', 'accepted']),
    accepted_by: z.string().optional().describe('User who accepted the invitation; no other user can accept it'),
  }),
})
