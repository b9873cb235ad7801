import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const organizationRow = rowKind({
  name: 'Organization',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'ORG' },
  owner: 'organization',
  exported: { none: 'its id appears in the membership' },
  keep: 'permanent',
  schema: z.object({
    org_id: z.string(),
    kind: z.enum(['personal', 'shared']),
    name: z.string().optional().describe('Name of a shared organization'),
    version: z.int().optional().describe('Incremented with each membership change of a shared organization'),
    created_by: z.string(),
    created_at: z.string(),
  }),
})

/**
 * Role of a member. Owners can do everything. Admins cannot manage owners or delete the organization. Members cannot
 * manage members or plans.
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
    .describe(
      'State of a member of a shared organization. leaving: not a member any more, but some keys and sessions may not be revoked yet',
    ),
})
export type Membership = z.infer<typeof membership>

export const memberRow = rowKind({
  name: 'Member of an organization',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'MEMBER#<user>' },
  owner: 'organization',
  exported: { none: 'describes other users' },
  keep: 'permanent',
  schema: membership,
})
