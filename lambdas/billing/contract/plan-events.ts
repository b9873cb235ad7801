import { defineContract } from '@signet/contracts'
import * as z from 'zod'

const ChangedPlan = z
  .object({
    org_id: z.string(),
    plan: z.string().nullable().describe('Product behind the tier: pro, agency or team; null: it is free'),
    source: z.enum(['subscription', 'override', 'comp']).describe('Source: a payment, an operator, a gift'),
    period_end: z.iso.datetime().nullable().describe('End of the paid period'),
    ends_at: z.iso.datetime().nullable().describe('End of the plan; null: it continues'),
    is_past_due: z.boolean().describe('A payment has failed and is being retried'),
  })
  .meta({ id: 'OrganizationPlanEvent' })

export const organizationPlanContract = defineContract({
  name: 'organization-plan',
  version: '1.0.0',
  description: 'The plan of an organization, in events.',
  schema: ChangedPlan,
  operations: {
    project: {
      kind: 'command',
      description: 'A product was bought, renewed, ended or not paid.',
      emits: ['organization-plan.changed'],
    },
  },
  events: { 'organization-plan.changed': ChangedPlan },
  surfaces: {},
  authority: { project: 'internal' },
})
