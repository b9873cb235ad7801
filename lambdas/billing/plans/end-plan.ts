import type { Clock, RowTable } from '@signet/kernel'
import type { EntitlementTable } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { Books } from '../books/books.ts'
import type { planRow } from '../contract/billing-rows.ts'
import type { PaymentProcessor, Subscription } from '../stripe/payment-processor.ts'
import { laterThan, overrideOf, type PlanRow } from './plan-row.ts'
import { projectTier, tierSubscriptions } from './project-tier.ts'

export interface EndPlanDeps {
  readonly processor: PaymentProcessor
  readonly customers: CustomerTable
  readonly plans: RowTable<typeof planRow>
  readonly entitlements: Pick<EntitlementTable, 'read'>
  readonly books: Books
  readonly now: Clock
}

export interface PlanEnding {
  readonly stripeAction: 'canceled' | 'no_subscription' | 'already_canceled'
  readonly effectiveAt: string
  readonly noop: boolean
}

const endTimeOf = ({ endsAt, periodEnd }: Subscription): string => endsAt ?? periodEnd

/** Cancels a running subscription at the end of its period. Returns `undefined` if it has already ended. */
const cancelAtPeriodEnd = async (
  { processor }: EndPlanDeps,
  running: Subscription,
): Promise<PlanEnding | undefined> => {
  if (running.endsAt !== undefined) return { stripeAction: 'canceled', effectiveAt: running.endsAt, noop: true }
  const updated = await processor.cancelAtPeriodEnd(running.id)
  if (updated === undefined || updated.endedAt !== undefined) return undefined
  return { stripeAction: 'canceled', effectiveAt: endTimeOf(updated), noop: false }
}

const endImmediately = async ({ books, entitlements, now }: EndPlanDeps, org: string): Promise<string> => {
  const entitlement = await entitlements.read(org)
  const endedAt = laterThan(now(), entitlement?.as_of)
  const id = `downgrade-${org}-${endedAt}`
  // The tier is written last: after a crash the organization still has its tier, and the request can be repeated.
  await books.book({ op: 'end_plan', account_id: org, subscription_id: id, ended_at: endedAt })
  // Recorded as an operator's decision, so that no earlier one takes effect again.
  await books.entitle({ org_id: org, change_id: id, sku: null, source: 'override', as_of: endedAt })
  return endedAt
}

interface PaidPlan {
  readonly plan: PlanRow | undefined
  readonly running: readonly Subscription[]
  /** End of the paid period, ISO 8601. */
  readonly endsAt: string
}

/**
 * Ends a tier that an operator granted in addition to a paid plan, if it would outlast the plan. The paid plan
 * continues until its end. This is recorded as an operator's decision, so that no later projection restores the granted
 * tier.
 * @returns false if no tier was granted, or it does not outlast the plan
 */
const endGrantedTier = async (
  deps: EndPlanDeps,
  org: string,
  { plan, running, endsAt }: PaidPlan,
): Promise<boolean> => {
  const recorded = await deps.entitlements.read(org)
  const grantedTier = overrideOf(recorded, plan, deps.now())
  const { sku, period_start, period_end } = projectTier(running, undefined)
  if (!grantedTier || (grantedTier.sku === sku && grantedTier.ends_at !== undefined && grantedTier.ends_at <= endsAt))
    return false
  const as_of = laterThan(deps.now(), recorded?.as_of)
  const period = period_start && period_end ? { period_start, period_end } : {}
  const paid = { org_id: org, sku, source: 'override' as const, as_of, ends_at: endsAt, ...period }
  await deps.books.entitle({ ...paid, change_id: `downgrade-${org}-${as_of}` })
  return true
}

/**
 * Ends the plan of an organization. A paid plan lasts until the end of its period; an additional tier from an operator
 * ends immediately. Only subscriptions that give a tier are changed.
 * @throws ProcessorError
 */
export const endPlan =
  (deps: EndPlanDeps) =>
  async (org: string): Promise<PlanEnding> => {
    const { processor, customers, plans } = deps
    const [customer, plan] = await Promise.all([customers.get(org), plans.get({ mode: processor.mode, org })])
    // Queries the processor, because its latest events may not have arrived yet.
    const subscriptions = customer?.customer_id ? await processor.subscriptions(customer.customer_id) : []
    const running = tierSubscriptions(subscriptions)
    const endings: PlanEnding[] = []
    for (const each of running) {
      const ending = await cancelAtPeriodEnd(deps, each)
      if (ending) endings.push(ending)
    }
    const [last] = endings.sort((a, b) => (a.effectiveAt > b.effectiveAt ? -1 : 1))
    if (last) {
      const hadGrantedTier = await endGrantedTier(deps, org, { plan, running, endsAt: last.effectiveAt })
      return { ...last, noop: !hadGrantedTier && endings.every(({ noop }) => noop) }
    }
    const hadStoredPlan = (plan?.subscriptions ?? []).some(({ product }) => product === 'pro' || product === 'agency')
    const stripeAction = hadStoredPlan ? 'already_canceled' : 'no_subscription'
    return { stripeAction, effectiveAt: await endImmediately(deps, org), noop: false }
  }
