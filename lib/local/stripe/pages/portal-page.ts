import { escapeHtml } from '@signet/ui/pages'
import type { StripeResponse } from '../answer.ts'
import { intentOf } from '../collection.ts'
import { type Desk, updateObject } from '../desk.ts'
import { instrumentByNumber } from '../instruments.ts'
import { isDeleted, methodsOf } from '../payment-methods.ts'
import { changeDefaultMethod, type Features, isPortalSessionExpired, payOpenInvoice } from '../portal.ts'
import { currentPeriodEnd, isLive, scheduleEnd, subscriptionsOf } from '../subscriptions.ts'
import type { Customer, Invoice, PaymentMethod, PortalSession, Subscription } from '../wire-objects.ts'
import {
  actionForm,
  alert,
  dollars,
  form,
  formatDay,
  link,
  numberField,
  numbersNote,
  page,
  paragraph,
  seeOther,
} from './page.ts'

interface Visit {
  readonly session: PortalSession
  readonly customer: Customer
  readonly features: Features
}

/** Returns the customer of this session; undefined if the session has expired or its customer was deleted. */
const visitOf = (desk: Desk, session: PortalSession): Visit | undefined => {
  const customer = desk.book.get('customer', session.customer)
  const features = desk.book.get('billing_portal.configuration', session.configuration)?.features
  if (!customer || isDeleted(customer) || !features || isPortalSessionExpired(desk, session)) return undefined
  return { session, customer, features }
}

const expiredPage = ({ return_url }: PortalSession): StripeResponse =>
  page(
    410,
    'This session has expired',
    `${paragraph('The link was valid for one hour. Open the portal again from the product.')}${link('Back', return_url)}`,
  )

const table = (caption: string, columns: readonly string[], rows: readonly string[], emptyText: string): string =>
  rows.length === 0
    ? paragraph(emptyText)
    : `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><thead><tr>${columns.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`

const row = (cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

const subscriptionRow = (desk: Desk, subscription: Subscription, { subscription_cancel }: Features): string => {
  const [item] = subscription.items.data
  const name = desk.book.get('product', item?.price.product ?? '')?.name ?? subscription.id
  const renewal =
    subscription.cancel_at === null
      ? `renews on ${formatDay(currentPeriodEnd(subscription))}`
      : `ends on ${formatDay(subscription.cancel_at)}`
  const values = { subscription: subscription.id }
  const isEnding = subscription.cancel_at !== null
  const button = isEnding
    ? actionForm('Keep subscription', { action: 'keep', ...values })
    : actionForm('Cancel at the end of the period', { action: 'cancel', ...values })
  const canCancel = subscription_cancel.enabled && isLive(subscription)
  const cents = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1)
  return row([
    escapeHtml(name),
    `${dollars(cents)} a month`,
    `${escapeHtml(subscription.status)}, ${isLive(subscription) ? renewal : 'ended'}`,
    canCancel ? button : '',
  ])
}

const invoiceRow = (invoice: Invoice): string =>
  row([
    escapeHtml(invoice.number ?? 'draft'),
    formatDay(invoice.created),
    dollars(invoice.total),
    escapeHtml(invoice.status ?? ''),
    invoice.status === 'open' ? actionForm('Pay now', { action: 'pay', invoice: invoice.id }) : '',
  ])

const usageOf = (desk: Desk, customer: Customer, method: string): string => {
  const isDefault = method === customer.invoice_settings.default_payment_method
  const paying = subscriptionsOf(desk, customer.id).filter(
    (each) => isLive(each) && each.default_payment_method === method,
  )
  return [...(isDefault ? ['default'] : []), ...(paying.length > 0 ? ['pays subscriptions'] : [])].join(', ')
}

const methodRow = (desk: Desk, customer: Customer, { id, card, us_bank_account, type }: PaymentMethod): string =>
  row([
    escapeHtml(card?.brand ?? us_bank_account?.bank_name ?? type),
    `ends in ${escapeHtml(card?.last4 ?? us_bank_account?.last4 ?? '')}`,
    usageOf(desk, customer, id),
  ])

const mayChangeEmail = ({ customer_update: { enabled, allowed_updates } }: Features): boolean =>
  enabled && allowed_updates.includes('email')

const emailField = (email: string | null): string => `<label for="email">Email for receipts
  <input id="email" name="email" type="email" required maxlength="320" autocomplete="email" value="${escapeHtml(email ?? '')}"></label>
  <button name="action" value="email" class="quiet">Save</button>`

const setEmail = (desk: Desk, customer: Customer, email: string): string | undefined => {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'Enter an email address such as ada@example.com.'
  updateObject(desk, 'customer', customer, { email }, 'customer.updated')
  return undefined
}

const invoicesOf = ({ book }: Desk, customer: string): Invoice[] =>
  [...book.list('invoice')].filter((invoice) => invoice.customer === customer)

const portalPage = (desk: Desk, { session, customer, features }: Visit, problem?: string): StripeResponse => {
  const subscriptions = subscriptionsOf(desk, customer.id).map((each) => subscriptionRow(desk, each, features))
  const invoices = features.invoice_history.enabled ? invoicesOf(desk, customer.id).map(invoiceRow) : []
  const methods = methodsOf(desk, customer.id).map((method) => methodRow(desk, customer, method))
  const change = `${form(`${numberField}<button name="action" value="method">Save payment method</button>`)}${numbersNote}`
  return page(
    200,
    'Billing',
    `${alert(problem)}
      ${paragraph(customer.email ? `For ${customer.email}` : 'Your subscriptions, invoices and cards')}
      ${link('Back', session.return_url)}
      <h2>Subscriptions</h2>
      ${table('Subscriptions', ['Product', 'Price', 'Status', 'Action'], subscriptions, 'You have no subscriptions.')}
      <h2>Invoices</h2>
      ${table('Invoices', ['Number', 'Date', 'Amount', 'Status', 'Action'], invoices, 'You have no invoices.')}
      <h2>Cards and accounts</h2>
      ${table('Cards and accounts', ['Type', 'Number', 'Use'], methods, 'You have no saved cards or accounts.')}
      ${features.payment_method_update.enabled ? change : ''}
      ${mayChangeEmail(features) ? form(emailField(customer.email)) : ''}`,
  )
}

/** Pays an open invoice. If the bank requires authentication, the browser is redirected to it. */
const payInvoice = (desk: Desk, invoice: Invoice): string | StripeResponse | undefined => {
  if (payOpenInvoice(desk, invoice).status === 'paid') return undefined
  const intent = intentOf(desk, invoice)
  return intent.status === 'requires_action'
    ? seeOther(`/authenticate/${intent.id}`)
    : 'The invoice could not be paid with the current payment method.'
}

/** Applies a form. Returns the problem, or a redirect; undefined on success. */
const applyForm = (
  desk: Desk,
  { customer, features }: Visit,
  submitted: URLSearchParams,
): string | StripeResponse | undefined => {
  const subscription = subscriptionsOf(desk, customer.id).find(({ id }) => id === submitted.get('subscription'))
  const invoice = invoicesOf(desk, customer.id).find(({ id }) => id === submitted.get('invoice'))
  const requested = submitted.get('action')
  const mayCancel = features.subscription_cancel.enabled && subscription !== undefined && isLive(subscription)
  if (requested === 'cancel' && mayCancel) scheduleEnd(desk, subscription, 'period_end')
  else if (requested === 'keep' && mayCancel) scheduleEnd(desk, subscription, null)
  else if (requested === 'pay' && invoice) return payInvoice(desk, invoice)
  else if (requested === 'method' && features.payment_method_update.enabled) {
    const instrument = instrumentByNumber(submitted.get('number') ?? '')
    if (!instrument) return 'Enter one of the numbers below. Other numbers do not work here.'
    if (instrument.behavior === 'declined' || instrument.behavior === 'insufficient_funds')
      return 'Your card was declined.'
    changeDefaultMethod(desk, customer, instrument)
  } else if (requested === 'email' && mayChangeEmail(features))
    return setEmail(desk, customer, submitted.get('email') ?? '')
  else return 'This can no longer be changed.'
  return undefined
}

export const servePortal = (
  desk: Desk,
  session: PortalSession,
  submitted: URLSearchParams | undefined,
): StripeResponse => {
  const visit = visitOf(desk, session)
  if (!visit) return expiredPage(session)
  if (submitted === undefined) return portalPage(desk, visit)
  const outcome = applyForm(desk, visit, submitted)
  if (outcome === undefined) return seeOther(`/portal/${session.id}`)
  return typeof outcome === 'string' ? portalPage(desk, visit, outcome) : outcome
}
