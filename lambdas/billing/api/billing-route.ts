import { reply } from '@signet/contracts'
import { Refusal, type Route, route } from '@signet/kernel'
import { spendable, standingAt } from '@signet/ledger'
import { getBilling } from '../contract/billing.ts'
import { type BillingDeps, mayManage, organisationOf } from './deps.ts'

/** The data from the processor; nothing without credentials for it. */
const recordsOf = async ({ load, customersOf, plans }: BillingDeps, org: string) => {
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
    const org = organisationOf(caller)
    const [entitlement, { hasSavedCard, subscriptions }, manages, account] = await Promise.all([
      deps.entitlements.read(org),
      recordsOf(deps, org),
      mayManage(deps, caller),
      deps.accounts.read(org),
    ])
    const { tier } = standingAt({ entitlement, createdAt: undefined }, deps.now())
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
      mayManage: manages,
      subscriptions: subscriptions.map(({ product, status, period_end, ends_at }) => ({
        productKey: product,
        status,
        renewsAt: period_end,
        endsAt: ends_at,
      })),
      products: [...deps.accepted],
    }
    return reply(200, body, { 'cache-control': 'no-store' })
  })
