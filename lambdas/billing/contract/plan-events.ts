import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const ChangedPlan = z
  .object({
    org_id: z.string(),
    plan: z
      .string()
      .nullable()
      .describe('Product that provides the plan: `pro`, `agency` or `team`; null on the Free plan'),
    source: z
      .enum(['subscription', 'override', 'comp'])
      .describe('Source of the plan: a payment, an operator or a gift'),
    period_end: z.iso.datetime().nullable().describe('End of the paid period'),
    ends_at: z.iso.datetime().nullable().describe('Time at which the plan ends; null if it renews'),
    is_past_due: z.boolean().describe('Whether a payment failed and is being retried'),
  })
  .meta({ id: 'OrganizationPlanEvent' })

export const organizationPlanContract = defineContract({
  name: 'organization-plan',
  version: '1.0.0',
  description: 'Events about the plan of an organization.',
  schema: ChangedPlan,
  operations: {
    project: {
      kind: 'command',
      description: 'The plan started, was renewed or ended, or a payment for the plan failed.',
      emits: ['organization-plan.changed'],
    },
  },
  events: { 'organization-plan.changed': ChangedPlan },
  surfaces: {},
  authority: { project: 'internal' },
})
