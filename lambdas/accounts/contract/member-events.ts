import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const MemberChange = z
  .object({
    org_id: z.string(),
    user_id: z.string(),
    role: z.enum(['owner', 'admin', 'member']).describe('Role of the member; after a removal, the role before it'),
  })
  .meta({ id: 'MemberEvent' })

export const memberContract = defineContract({
  name: 'organization-member',
  version: '1.0.0',
  description: 'Events about members of an organization.',
  schema: MemberChange,
  operations: {
    add: {
      kind: 'command',
      description: 'A user created an organization or accepted an invitation, and is now a member.',
      emits: ['organization-member.added'],
    },
    change: {
      kind: 'command',
      description: 'An owner or admin changed the role of a member.',
      emits: ['organization-member.changed'],
    },
    remove: {
      kind: 'command',
      description: 'A member was removed. Their API keys and sessions lost access before this event.',
      emits: ['organization-member.removed'],
    },
  },
  events: {
    'organization-member.added': MemberChange,
    'organization-member.changed': MemberChange,
    'organization-member.removed': MemberChange,
  },
  surfaces: {},
  authority: { add: 'internal', change: 'internal', remove: 'internal' },
})
