import { reply } from '@signet/contracts'
import { Refusal, type Route, refusal, route } from '@signet/kernel'
import { spendable, tierStatusAt } from '@signet/ledger'
import { downgrade, getBilling, listInvoices, openPortal } from '../contract/billing.ts'
import { endPlan } from '../plans/end-plan.ts'
import {
  type BillingDeps,
  managementRefusal,
  managersOnly,
  mayManage,
  organizationOf,
  orUpstreamFailed,
  tierOf,
} from './deps.ts'

const readCardAndSubscriptions = async ({ load, customersOf, plans }: BillingDeps, org: string) => {
  try {
    const { mode } = await load()
    const [customer, plan] = await Promise.all([customersOf(mode).get(org), plans.get({ mode, org })])
    return { hasSavedCard: customer?.has_saved_card ?? false, subscriptions: plan?.subscriptions ?? [] }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return { hasSavedCard: false, subscriptions: [] }
    throw error
  }
}

export const billingRoute = (deps: BillingDeps): Route =>
  route(getBilling, async ({ caller }) => {
    const org = organizationOf(caller)
    const [entitlement, { hasSavedCard, subscriptions }, isManager, account] = await Promise.all([
      deps.entitlements.read(org),
      readCardAndSubscriptions(deps, org),
      mayManage(deps, caller),
      deps.accounts.read(org),
    ])
    const { tier } = tierStatusAt({ entitlement, createdAt: undefined }, deps.now())
    const paidEntitlement = tier === 'free' ? undefined : entitlement
    const body = {
      tier,
      plan: paidEntitlement?.sku ?? null,
      source: paidEntitlement?.source ?? null,
      renewsAt: paidEntitlement?.period_end ?? null,
      endsAt: paidEntitlement?.ends_at ?? null,
      isPastDue: subscriptions.some(({ status }) => status === 'past_due'),
      hasSavedCard,
      credits: { balance: spendable(account, deps.now()), held: account.held },
      mayManage: isManager,
      subscriptions: subscriptions.map(({ product, status, period_end, ends_at }) => ({
        productKey: product,
        status,
        renewsAt: period_end,
        endsAt: ends_at,
      })),
      products: [...deps.acceptedKeys],
    }
    return reply(200, body, { 'cache-control': 'no-store' })
  })

/** Returns the organization to the free tier (spec platform-api 3 and 4.10). */
export const downgradeRoute = (deps: BillingDeps): Route =>
  route(downgrade, async ({ caller, log }) => {
    const permissionRefusal = await managementRefusal(deps, caller)
    if (permissionRefusal) return permissionRefusal
    const org = organizationOf(caller)
    const previousTier = await tierOf(deps, org)
    if (previousTier === 'free')
      return refusal('already_free', 'The organization is on the free plan, so there is no plan to end')
    const processor = await deps.load()
    const customers = deps.customersOf(processor.mode)
    const ending = await orUpstreamFailed(log, () => endPlan({ ...deps, processor, customers })(org))
    if (ending instanceof Refusal) return ending
    log.info('plan ended', { org_id: org, ...ending })
    return reply(200, { ok: true as const, previousTier, ...ending }, { 'cache-control': 'no-store' })
  })

/** Two years of a monthly plan. */
const INVOICES_MAX = 24

/** Lists the invoices of an organization, for callers who may spend its money. */
export const invoicesRoute = (deps: BillingDeps): Route =>
  route(listInvoices, async ({ caller, log }) => {
    if (!(await mayManage(deps, caller))) return managersOnly()
    const processor = await deps.load()
    const record = await deps.customersOf(processor.mode).get(organizationOf(caller))
    const customer = record?.customer_id
    const listed = customer ? await orUpstreamFailed(log, () => processor.listedInvoices(customer, INVOICES_MAX)) : []
    if (listed instanceof Refusal) return listed
    const invoices = listed.map(({ createdAt: date, url = null, ...invoice }) => ({ ...invoice, date, url }))
    return reply(200, { invoices }, { 'cache-control': 'no-store' })
  })

/** Opens the portal for cards, invoices and subscriptions (spec platform-api 4.10). */
export const portalRoute = (deps: BillingDeps): Route =>
  route(openPortal, async ({ caller, baseUrl, log }) => {
    const managerRefusal = await managementRefusal(deps, caller)
    if (managerRefusal) return managerRefusal
    const processor = await deps.load()
    const record = await deps.customersOf(processor.mode).get(organizationOf(caller))
    const customer = record?.customer_id
    const noCustomer = refusal(
      'no_stripe_customer',
      'The organization has not made a purchase yet, so it has no customer portal',
    )
    if (!customer) return noCustomer
    const url = await orUpstreamFailed(log, () => processor.portalUrl(customer, `${baseUrl}/billing`))
    if (url === undefined) return noCustomer
    return typeof url === 'string' ? reply(200, { url }, { 'cache-control': 'no-store' }) : url
  })
