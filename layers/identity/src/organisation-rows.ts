import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** An organisation: what people and keys belong to, and what plans are of. */
export const organisationRow = rowKind({
  name: 'Organisation',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'ORG' },
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

/** What a member may do: owners everything, admins everything but giving the organisation away, members use it. */
export const Role = z.enum(['owner', 'admin', 'member'])
export type Role = z.infer<typeof Role>

/** What is kept of a member, in both lists. */
export const membership = z.object({
  org_id: z.string(),
  user_id: z.string(),
  role: Role,
  since: z.string(),
  state: z
    .enum(['active', 'leaving'])
    .optional()
    .describe('Of a shared organisation. leaving: counts as none, and keys and sessions may not be taken yet'),
})
export type Membership = z.infer<typeof membership>

export const memberRow = rowKind({
  name: 'Member of an organisation',
  prefix: 'ORG#',
  keys: { pk: '<org>', sk: 'MEMBER#<user>' },
  keep: 'for ever',
  schema: membership,
})
