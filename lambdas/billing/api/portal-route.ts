import { reply } from '@signet/contracts'
import { type Route, refusal, route } from '@signet/kernel'
import { openPortal } from '../contract/billing.ts'
import { type BillingDeps, orFailed, organisationOf, whyNotManage } from './deps.ts'

/** The page for cards, invoices and subscriptions (spec platform-api 4.10). */
export const portalRoute = (deps: BillingDeps): Route =>
  route(openPortal, async ({ caller, baseUrl, log }) => {
    const mayNot = await whyNotManage(deps, caller)
    if (mayNot) return mayNot
    const processor = await deps.load()
    const record = await deps.customersOf(processor.mode).get(organisationOf(caller))
    const customer = record?.customer_id
    const none = refusal('no_stripe_customer', 'The organisation has never bought anything, so it has no portal yet')
    if (!customer) return none
    const url = await orFailed(log, () => processor.portalUrl(customer, `${baseUrl}/billing`))
    if (url === undefined) return none
    return typeof url === 'string' ? reply(200, { url }, { 'cache-control': 'no-store' }) : url
  })
