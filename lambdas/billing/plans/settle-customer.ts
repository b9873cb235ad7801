import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { addMs, type Clock, type Log, type Metrics, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { type EntitlementTable, isProductKey, PRODUCTS } from '@signet/ledger'
import type { CustomerTable } from '../accounts/customer-table.ts'
import type { Books, Purchase } from '../books/books.ts'
import { planRow } from '../contract/billing-rows.ts'
import { organizationPlanContract } from '../contract/plan-events.ts'
import type { PaidInvoice, PaymentProcessor, Subscription } from '../stripe/payment-processor.ts'
import { hasSameContent, isRecorded, laterThan, overrideOf, type PlanRow, planOf } from './plan-row.ts'
import { duplicatesAmong, imagePlanOf, projectTier } from './project-tier.ts'
import { bookingsOf, isPaymentReversed, reversedMonths } from './reversed-months.ts'

/** Builds the event about a plan just written; its sequence is the version of the row. */
const changedPlan = ({ org_id, version, as_of, subscriptions, ...plan }: PlanRow): CloudEvent =>
  cloudEvent(organizationPlanContract, 'organization-plan.changed', {
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

export interface SettleDeps extends TableDeps {
  readonly processor: PaymentProcessor
  readonly customers: CustomerTable
  readonly entitlements: Pick<EntitlementTable, 'read'>
  readonly books: Books
  readonly outbox: Outbox
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** Period for which months and ends are checked. Exceeds a month, and the period in which Stripe repeats events. */
export const LOOK_BACK_MS = 35 * 86_400_000

const PRODUCT_KEYS = Object.keys(PRODUCTS).filter(isProductKey)

/**
 * Ends and refunds the younger subscriptions of a customer who bought several plans. Returns all subscriptions; the ended
 * duplicates have `duplicateOf`.
 */
export const withoutDuplicates = async (
  { processor, log, metrics }: Pick<SettleDeps, 'processor' | 'log' | 'metrics'>,
  customer: string,
): Promise<readonly Subscription[]> => {
  const subscriptions = await processor.subscriptions(customer)
  const duplicates = duplicatesAmong(subscriptions)
  for (const { duplicate, original } of duplicates) {
    log.error('duplicate plan ended and refunded', {
      subscription: duplicate.id,
      original: original.id,
    })
    metrics.record('DuplicateSubscriptions', 1)
    await processor.endDuplicate(duplicate.id, original.id)
  }
  return duplicates.length === 0 ? subscriptions : processor.subscriptions(customer)
}

/**
 * Ends plans whose recorded subscriptions the processor no longer lists, for example because the customer was deleted.
 */
const endUnlistedPlans = async (
  { books, now }: SettleDeps,
  org: string,
  storedPlan: PlanRow | undefined,
  subscriptions: readonly Subscription[],
): Promise<void> => {
  const unlisted = (storedPlan?.subscriptions ?? []).filter(({ id }) => !subscriptions.some((each) => each.id === id))
  for (const { id, product } of unlisted) {
    if (!imagePlanOf({ product: PRODUCT_KEYS.find((key) => key === product) })) continue
    await books.book({ op: 'end_plan', account_id: org, subscription_id: id, ended_at: now().toISOString() })
  }
}

interface Projection {
  readonly writtenPlan: PlanRow | undefined
  readonly events: readonly CloudEvent[]
  readonly subscriptions: readonly Subscription[]
}

/**
 * Writes the plan for the current subscriptions. It reads the version before it queries the processor, so the last
 * write has the newest state, whatever the order of events.
 */
const writeProjection = (deps: SettleDeps, org: string, customer: string): Promise<Projection> => {
  const { processor, entitlements, outbox, now } = deps
  const plans = rowTable(planRow, deps)
  const key = { mode: processor.mode, org }
  return transact<Projection>(deps, async () => {
    const [storedPlan, recorded] = await Promise.all([plans.get(key), entitlements.read(org)])
    const months = await reversedMonths(deps, org)
    const subscriptions = await withoutDuplicates(deps, customer)
    const unchanged = { writtenPlan: undefined, events: [], subscriptions }
    // An organization that never had a subscription in this mode may have a tier from another source.
    if (!storedPlan && subscriptions.length === 0) return { result: unchanged }
    // Must run before the row drops these subscriptions.
    await endUnlistedPlans(deps, org, storedPlan, subscriptions)
    const override = overrideOf(recorded, storedPlan, now())
    const paidSubscriptions = subscriptions.filter((each) => !isPaymentReversed(each, months))
    const tier = projectTier(paidSubscriptions, override)
    const next = planOf(org, subscriptions, tier, override)
    if (storedPlan && hasSameContent(storedPlan, next) && isRecorded(recorded, tier)) return { result: unchanged }
    const projection = {
      ...next,
      version: (storedPlan?.version ?? 0) + 1,
      as_of: laterThan(now(), storedPlan?.as_of, recorded?.as_of),
    }
    const step = storedPlan
      ? plans.steps.replace(key, projection, { version: storedPlan.version })
      : plans.steps.putNew(key, projection)
    const events = [changedPlan(projection)]
    return { steps: [step, ...outbox.steps(events)], result: { writtenPlan: projection, events, subscriptions } }
  })
}

const monthPurchases = (org: string, invoice: PaidInvoice, subscriptions: readonly Subscription[]): Purchase[] => {
  const subscription = subscriptions.find(({ id }) => id === invoice.subscriptionId)
  const plan = subscription && imagePlanOf(subscription)
  if (!invoice.isOfPeriod || !plan || subscription.duplicateOf !== undefined) return []
  const { id: invoice_id, cents: paid_cents, periodStart: period_start, periodEnd: period_end } = invoice
  return [{ op: 'pay_month', account_id: org, invoice_id, plan, paid_cents, period_start, period_end }]
}

const endPurchases = (org: string, subscription: Subscription): Purchase[] => {
  const { id: subscription_id, endedAt: ended_at, duplicateOf } = subscription
  if (ended_at === undefined || duplicateOf !== undefined || !imagePlanOf(subscription)) return []
  return [{ op: 'end_plan', account_id: org, subscription_id, ended_at }]
}

/** An end sorts before a month that starts at the same time. */
const sortKeyOf = (purchase: Purchase): string => {
  if (purchase.op === 'pay_month') return `${purchase.period_start} 2`
  return purchase.op === 'end_plan' ? `${purchase.ended_at} 1` : ''
}

/**
 * Returns paid months and ends of subscriptions in order of time, whatever the order of events. The ledger books each
 * once.
 */
const sortedPurchases = (
  org: string,
  subscriptions: readonly Subscription[],
  invoices: readonly PaidInvoice[],
  now: Date,
): readonly Purchase[] => {
  const since = addMs(now, -LOOK_BACK_MS).toISOString()
  const ended = subscriptions.filter(({ endedAt = '' }) => endedAt >= since)
  const months = invoices.flatMap((invoice) => monthPurchases(org, invoice, subscriptions))
  return [...months, ...ended.flatMap((each) => endPurchases(org, each))].sort((a, b) =>
    sortKeyOf(a) < sortKeyOf(b) ? -1 : 1,
  )
}

/**
 * Books recent reversals and returns of months last, so that the final state does not depend on the order of events.
 */
const bookReversals = async (deps: SettleDeps, org: string): Promise<void> => {
  const since = addMs(deps.now(), -LOOK_BACK_MS).toISOString()
  const recentMonths = (await reversedMonths(deps, org)).filter(({ found_at }) => found_at >= since)
  const ordered = recentMonths.toSorted((a, b) => (a.period_start < b.period_start ? -1 : 1))
  for (const booking of ordered.flatMap((month) => bookingsOf(org, month))) await deps.books.book(booking)
}

/**
 * Updates tier, plan and credits of a customer's organization from its subscriptions and paid invoices. `paidInvoice`
 * may be older than the checked period. Repeating it changes nothing.
 * @returns whether the tier or the subscriptions changed; `undefined` for an unknown customer
 */
export const settleCustomer =
  (deps: SettleDeps) =>
  async (customer: string, paidInvoice?: PaidInvoice): Promise<boolean | undefined> => {
    const { customers, processor, books, now, log } = deps
    const org = await customers.organizationOf(customer)
    if (org === undefined) return undefined
    const { writtenPlan: projection, events, subscriptions } = await writeProjection(deps, org, customer)
    if (projection) {
      const { version, as_of, sku, source, period_start, period_end, ends_at } = projection
      const projected = { sku, source, period_start, period_end, ends_at }
      const change = { ...projected, org_id: org, as_of, change_id: `${processor.mode}-plan-${version}` }
      await books.entitle(change as Parameters<Books['entitle']>[0])
      await deps.outbox.publish(events)
      log.info('plan changed', { org_id: org, sku, source, version })
    }
    const recent = await processor.paidInvoices(customer, addMs(now(), -LOOK_BACK_MS))
    const missing = paidInvoice && !recent.some(({ id }) => id === paidInvoice.id) ? [paidInvoice] : []
    for (const purchase of sortedPurchases(org, subscriptions, [...missing, ...recent], now()))
      await books.book(purchase)
    await bookReversals(deps, org)
    return projection !== undefined
  }
