import { escapeHtml } from '@signet/ui/pages'
import type { StripeResponse } from '../answer.ts'
import { payCheckout, planOf, waitingMethod } from '../checkout.ts'
import type { Desk } from '../desk.ts'
import { instrumentByNumber } from '../instruments.ts'
import { newPaymentMethod } from '../payment-methods.ts'
import { failPayment } from '../payments.ts'
import type { Session } from '../wire-objects.ts'
import { actionForm, alert, dollars, form, link, numberField, numbersNote, page, paragraph, seeOther } from './page.ts'

const withId = (address: string, { id }: Session): string => address.replaceAll('{CHECKOUT_SESSION_ID}', id)

export const closedPage = (session: Session): StripeResponse => {
  const { status, success_url, cancel_url } = session
  if (status === 'complete')
    return page(
      200,
      'Payment complete',
      `${paragraph('This checkout was completed before. You were not charged again.')}
      ${link('Continue', success_url && withId(success_url, session))}`,
    )
  return page(
    410,
    'This checkout has expired',
    `${paragraph('It was not paid in time, and you were not charged. Start again from the product.')}
      ${link('Back', cancel_url)}`,
  )
}

const itemsTable = (desk: Desk, session: Session): string => {
  const rows = planOf(desk, session.id).items.map(({ description, quantity, amount_total, price }) => {
    const interval = price?.recurring ? ' a month' : ''
    return `<tr><td>${escapeHtml(description ?? '')}</td><td>${quantity}</td><td>${dollars(amount_total)}${interval}</td></tr>`
  })
  return `<table><thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

export const checkoutPage = (desk: Desk, session: Session, problem?: string): StripeResponse => {
  const email = session.customer_details?.email
  const verb = session.mode === 'subscription' ? 'Subscribe' : 'Pay'
  // This page is also displayed at the confirmation URL after a refused confirmation.
  const checkoutPath = `/checkout/${session.id}`
  const pay = `${numberField}<button name="action" value="pay">${verb} ${dollars(session.amount_total ?? 0)}</button>`
  const cancel = session.cancel_url ? actionForm('Cancel', { action: 'cancel' }, { to: checkoutPath }) : ''
  return page(
    200,
    verb,
    `${alert(problem)}
      <p class="price">${dollars(session.amount_total ?? 0)}${verb === 'Pay' ? '' : ' a month'}</p>
      ${email ? paragraph(`For ${email}`) : ''}
      ${itemsTable(desk, session)}
      ${form(pay, checkoutPath)}
      ${cancel}
      ${numbersNote}`,
  )
}

export const confirmPage = (amount: number): StripeResponse =>
  page(
    200,
    'Confirm your identity',
    `${paragraph(`Your bank asks you to confirm the payment of ${dollars(amount)}.`)}
      ${actionForm('Approve', { answer: 'approve' }, { isMain: true })}
      ${actionForm('Refuse', { answer: 'fail' })}`,
  )

export const payOnPage = (desk: Desk, session: Session, submitted: URLSearchParams): StripeResponse => {
  if (submitted.get('action') === 'cancel' && session.cancel_url) return seeOther(withId(session.cancel_url, session))
  const instrument = instrumentByNumber(submitted.get('number') ?? '')
  if (!instrument) return checkoutPage(desk, session, 'Enter one of the numbers below. Other numbers do not work here.')
  return responseOf(
    desk,
    session,
    payCheckout(desk, session, newPaymentMethod(desk, instrument), { isOffSession: false }),
  )
}

const responseOf = (desk: Desk, session: Session, attempt: ReturnType<typeof payCheckout>): StripeResponse => {
  if (attempt.kind === 'complete') return seeOther(withId(session.success_url ?? '/', session))
  if (attempt.kind === 'requires_action') return seeOther(`/checkout/${session.id}/confirm`)
  return checkoutPage(desk, desk.book.get('checkout.session', session.id) ?? session, attempt.message)
}

const AUTHENTICATION_FAILED = {
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const

export const confirmOnPage = (desk: Desk, session: Session, submitted: URLSearchParams): StripeResponse => {
  const method = waitingMethod(desk, session)
  if (!method) return seeOther(`/checkout/${session.id}`)
  if (submitted.get('answer') === 'approve')
    return responseOf(desk, session, payCheckout(desk, session, method, { isOffSession: false, isAuthenticated: true }))
  const intent = desk.book.get('payment_intent', session.payment_intent ?? '')
  if (intent?.status === 'requires_action') failPayment(desk, intent, method, AUTHENTICATION_FAILED)
  return checkoutPage(desk, session, AUTHENTICATION_FAILED.message)
}
