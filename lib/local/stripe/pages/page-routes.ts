import type { StripeAnswer } from '../answer.ts'
import { followUp } from '../checkout.ts'
import type { Desk } from '../desk.ts'
import { failPayment, pay } from '../payments.ts'
import type { PaymentIntent } from '../wire-objects.ts'
import { checkoutPage, closedPage, confirmOnPage, confirmPage, payOnPage } from './checkout-page.ts'
import { page, paragraph } from './page.ts'
import { portalAnswer } from './portal-page.ts'

const nothing = (): StripeAnswer =>
  page(404, 'Page not found', paragraph('This page does not exist. Check whether the address is complete.'))

type Route = (desk: Desk, id: string, form: URLSearchParams | undefined) => StripeAnswer

const checkout: Route = (desk, id, form) => {
  const session = desk.book.get('checkout.session', id)
  if (!session) return nothing()
  if (session.status !== 'open') return closedPage(session)
  return form === undefined ? checkoutPage(desk, session) : payOnPage(desk, session, form)
}

const confirming: Route = (desk, id, form) => {
  const session = desk.book.get('checkout.session', id)
  if (!session) return nothing()
  if (session.status !== 'open') return closedPage(session)
  return form === undefined ? confirmPage(session.amount_total ?? 0) : confirmOnPage(desk, session, form)
}

const portal: Route = (desk, id, form) => {
  const session = desk.book.get('billing_portal.session', id)
  return session ? portalAnswer(desk, session, form) : nothing()
}

const REFUSED = {
  code: 'payment_intent_authentication_failure',
  message: 'The card holder did not confirm the payment.',
} as const

const authenticating: Route = (desk, id, form) => {
  const intent: PaymentIntent | undefined = desk.book.get('payment_intent', id)
  const method = desk.book.get('payment_method', intent?.payment_method ?? '')
  if (!intent || !method || intent.status !== 'requires_action') return nothing()
  if (form === undefined) return confirmPage(intent.amount)
  if (form.get('answer') !== 'approve') {
    followUp(desk, failPayment(desk, intent, method, REFUSED))
    return page(200, 'Payment refused', paragraph('You were not charged. You can close this page.'))
  }
  followUp(desk, pay(desk, intent, method, { isOffSession: false, isAuthenticated: true }))
  return page(200, 'Thank you', paragraph('The payment is confirmed. You can close this page.'))
}

const ROUTES: readonly (readonly [RegExp, Route])[] = [
  [/^\/checkout\/([^/]+)$/, checkout],
  [/^\/checkout\/([^/]+)\/confirm$/, confirming],
  [/^\/portal\/([^/]+)$/, portal],
  [/^\/authenticate\/([^/]+)$/, authenticating],
]

export const pageAnswer = (desk: Desk, path: string, form: URLSearchParams | undefined): StripeAnswer => {
  for (const [pattern, route] of ROUTES) {
    const match = pattern.exec(path)
    if (match) return route(desk, decodeURIComponent(match[1] ?? ''), form)
  }
  return nothing()
}
