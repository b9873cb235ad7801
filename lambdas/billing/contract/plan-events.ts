import { defineContract } from '@signet/contracts'
import * as z from 'zod'

/** The plan of an organisation in events. */
const ChangedPlan = z
  .object({
    org_id: z.string(),
    plan: z.string().nullable().describe('What the tier comes from: pro, agency or team; null: it is free'),
    source: z.enum(['subscription', 'override', 'comp']).describe('Who it is from: a payment, an operator, a gift'),
    period_end: z.iso.datetime().nullable().describe('End of the paid period'),
    ends_at: z.iso.datetime().nullable().describe('From then on the organisation is free; null: it goes on'),
    is_past_due: z.boolean().describe('A payment has failed and is being tried again'),
  })
  .meta({ id: 'ChangedOrganisationPlan' })

/** Events of plans. The routes are in the contract `billing`. */
export const organisationPlanContract = defineContract({
  name: 'organisation-plan',
  version: '1.0.0',
  description: 'The plan of an organisation, as events tell of it.',
  schema: ChangedPlan,
  operations: {
    project: {
      kind: 'command',
      description: 'Something was bought, renewed, ended or not paid.',
      emits: ['organisation-plan.changed'],
    },
  },
  events: { 'organisation-plan.changed': ChangedPlan },
  surfaces: {},
  authority: { project: 'internal' },
})
