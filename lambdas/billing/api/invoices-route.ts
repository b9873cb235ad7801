import { reply } from '@signet/contracts'
import { Refusal, type Route, route } from '@signet/kernel'
import { listInvoices } from '../contract/billing.ts'
import { type BillingDeps, mayManage, notYours, orFailed, organisationOf } from './deps.ts'

/** Invoices of two years of a monthly plan. */
const SHOWN = 24

/** What an organisation was invoiced, for those who may spend its money. */
export const invoicesRoute = (deps: BillingDeps): Route =>
  route(listInvoices, async ({ caller, log }) => {
    if (!(await mayManage(deps, caller))) return notYours()
    const processor = await deps.load()
    const record = await deps.customersOf(processor.mode).get(organisationOf(caller))
    const customer = record?.customer_id
    const listed = customer ? await orFailed(log, () => processor.listedInvoices(customer, SHOWN)) : []
    if (listed instanceof Refusal) return listed
    const invoices = listed.map(({ createdAt: date, url = null, ...invoice }) => ({ ...invoice, date, url }))
    return reply(200, { invoices }, { 'cache-control': 'no-store' })
  })
