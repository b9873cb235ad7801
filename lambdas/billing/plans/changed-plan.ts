import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { organisationPlanContract } from '../contract/plan-events.ts'
import type { PlanRow } from './plan-row.ts'

/** The event about a plan just written; its sequence is the version of the row. */
export const changedPlan = ({ org_id, version, as_of, subscriptions, ...plan }: PlanRow): CloudEvent =>
  cloudEvent(organisationPlanContract, 'organisation-plan.changed', {
    entity: org_id,
    version,
    time: new Date(as_of),
    tenant: org_id,
    data: {
      org_id,
      plan: plan.sku,
      source: plan.source,
      period_end: plan.period_end ?? null,
      ends_at: plan.ends_at ?? null,
      is_past_due: subscriptions.some(({ status }) => status === 'past_due'),
    },
  })
