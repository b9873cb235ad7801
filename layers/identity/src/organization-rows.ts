import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const organizationRow = rowKind({
  name: 'Organization',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'ORG' },
  owner: 'organization',
  exported: { none: 'the membership names it' },
  keep: 'for ever',
  schema: z.object({
    org_id: z.string(),
    kind: z.enum(['personal', 'shared']),
    name: z.string().optional().describe('Of a shared one'),
    version: z.int().optional().describe('Grows with each change of the members of a shared one'),
    created_by: z.string(),
    created_at: z.string(),
  }),
})

/**
 * The role of a member: owners may do everything, admins everything except transferring the organization, members use
 * it.
 */
export const Role = z.enum(['owner', 'admin', 'member'])
export type Role = z.infer<typeof Role>

export const membership = z.object({
  org_id: z.string(),
  user_id: z.string(),
  role: Role,
  since: z.string(),
  state: z
    .enum(['active', 'leaving'])
    .optional()
    .describe('Of a shared organization. leaving: counts as none, and keys and sessions may not be taken yet'),
})
export type Membership = z.infer<typeof membership>

export const memberRow = rowKind({
  name: 'Member of an organization',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'MEMBER#<user>' },
  owner: 'organization',
  exported: { none: 'describes other people' },
  keep: 'for ever',
  schema: membership,
})
