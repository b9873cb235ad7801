import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const ToldMember = z
  .object({
    org_id: z.string(),
    user_id: z.string(),
    role: z.enum(['owner', 'admin', 'member']).describe('Their role, or former role'),
  })
  .meta({ id: 'MemberEvent' })

export const memberContract = defineContract({
  name: 'organization-member',
  version: '1.0.0',
  description: 'A member of an organization, in events.',
  schema: ToldMember,
  operations: {
    add: {
      kind: 'command',
      description: 'createOrganization or acceptInvitation has added them.',
      emits: ['organization-member.added'],
    },
    change: {
      kind: 'command',
      description: 'setMemberRole has changed their role.',
      emits: ['organization-member.changed'],
    },
    remove: {
      kind: 'command',
      description: 'removeMember has removed them; their keys and sessions lost the organization before that.',
      emits: ['organization-member.removed'],
    },
  },
  events: {
    'organization-member.added': ToldMember,
    'organization-member.changed': ToldMember,
    'organization-member.removed': ToldMember,
  },
  surfaces: {},
  authority: { add: 'internal', change: 'internal', remove: 'internal' },
})
