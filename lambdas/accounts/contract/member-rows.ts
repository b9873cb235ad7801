import { membership } from '@signet/identity/organization-rows'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const membershipRow = rowKind({
  name: 'Organization that a person is a member of',
  prefix: 'PERSON#',
  keys: { pk: '<user>', sk: 'ORG#<org>' },
  owner: 'person',
  exported: { file: 'organizations' },
  keep: 'for ever',
  schema: membership,
})

export const personSessionRow = rowKind({
  name: 'Session in the list of its person',
  prefix: 'PERSON#',
  keys: { pk: '<user>', sk: 'SESSION#<id>' },
  owner: 'person',
  exported: { file: 'sessions', without: ['digest'] },
  keep: { until: 'expires_at' },
  kept: '7 days, or until it is revoked',
  schema: z.object({
    id: z.string(),
    digest: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    client: z.string().optional().describe('What the browser calls itself'),
  }),
})

export const invitationRow = rowKind({
  name: 'Invitation into an organization',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'INVITATION#<digest>' },
  owner: 'organization',
  exported: { none: 'describes other people' },
  keep: { until: 'expires_at' },
  kept: '7 days, or until it is withdrawn',
  schema: z.object({
    digest: z.string().describe('Of the token, which nobody keeps; also its id'),
    org_id: z.string(),
    email: z.string().describe('Whom it is for'),
    role: membership.shape.role,
    invited_by: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    state: z.enum(['open', 'accepted']),
    accepted_by: z.string().optional().describe('Who has taken it: it is good for nobody else'),
  }),
})
