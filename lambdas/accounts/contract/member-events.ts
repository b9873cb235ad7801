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
  name: 'organisation-member',
  version: '1.0.0',
  description: 'A member of an organisation, in events.',
  schema: ToldMember,
  operations: {
    add: {
      kind: 'command',
      description: 'createOrganisation or acceptInvitation has added them.',
      emits: ['organisation-member.added'],
    },
    change: {
      kind: 'command',
      description: 'setMemberRole has changed their role.',
      emits: ['organisation-member.changed'],
    },
    remove: {
      kind: 'command',
      description: 'removeMember has removed them; their keys and sessions lost the organisation before that.',
      emits: ['organisation-member.removed'],
    },
  },
  events: {
    'organisation-member.added': ToldMember,
    'organisation-member.changed': ToldMember,
    'organisation-member.removed': ToldMember,
  },
  surfaces: {},
  authority: { add: 'internal', change: 'internal', remove: 'internal' },
})
