import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const MemberChange = z
  .object({
    org_id: z.string(),
    user_id: z.string(),
    role: z.enum(['owner', 'admin', 'member']).describe('Role of the member, or their role before the removal'),
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
      description: 'createOrganization or acceptInvitation has added the member.',
      emits: ['organization-member.added'],
    },
    change: {
      kind: 'command',
      description: "setMemberRole has changed the member's role.",
      emits: ['organization-member.changed'],
    },
    remove: {
      kind: 'command',
      description: 'removeMember has removed the member. Their keys and sessions had already lost access.',
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
