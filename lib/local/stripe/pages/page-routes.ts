import type { StripeResponse } from '../answer.ts'
import { updateDependents } from '../checkout.ts'
import type { Desk } from '../desk.ts'
import { attemptPayment, failPayment } from '../payments.ts'
import type { PaymentIntent } from '../wire-objects.ts'
import { checkoutPage, closedPage, confirmOnPage, confirmPage, payOnPage } from './checkout-page.ts'
import { page, paragraph } from './page.ts'
import { servePortal } from './portal-page.ts'

const notFoundPage = (): StripeResponse =>
  page(404, 'Page not found', paragraph('This page does not exist. Check whether the address is complete.'))

type Route = (desk: Desk, id: string, form: URLSearchParams | undefined) => StripeResponse

const checkoutRoute: Route = (desk, id, form) => {
  const session = desk.book.get('checkout.session', id)
  if (!session) return notFoundPage()
  if (session.status !== 'open') return closedPage(session)
  return form === undefined ? checkoutPage(desk, session) : payOnPage(desk, session, form)
}

const confirmRoute: Route = (desk, id, form) => {
  const session = desk.book.get('checkout.session', id)
  if (!session) return notFoundPage()
  if (session.status !== 'open') return closedPage(session)
  return form === undefined ? confirmPage(session.amount_total ?? 0) : confirmOnPage(desk, session, form)
}

const portalRoute: Route = (desk, id, form) => {
  const session = desk.book.get('billing_portal.session', id)
  return session ? servePortal(desk, session, form) : notFoundPage()
}

const CONFIRMATION_REFUSED = {
  code: 'payment_intent_authentication_failure',
  message: 'The card holder did not confirm the payment.',
} as const

const authenticateRoute: Route = (desk, id, form) => {
  const intent: PaymentIntent | undefined = desk.book.get('payment_intent', id)
  const method = desk.book.get('payment_method', intent?.payment_method ?? '')
  if (!intent || !method || intent.status !== 'requires_action') return notFoundPage()
  if (form === undefined) return confirmPage(intent.amount)
  if (form.get('answer') !== 'approve') {
    updateDependents(desk, failPayment(desk, intent, method, CONFIRMATION_REFUSED))
    return page(200, 'Payment refused', paragraph('You were not charged. You can close this page.'))
  }
  updateDependents(desk, attemptPayment(desk, intent, method, { isOffSession: false, isAuthenticated: true }))
  return page(200, 'Thank you', paragraph('The payment is confirmed. You can close this page.'))
}

const ROUTES: readonly (readonly [RegExp, Route])[] = [
  [/^\/checkout\/([^/]+)$/, checkoutRoute],
  [/^\/checkout\/([^/]+)\/confirm$/, confirmRoute],
  [/^\/portal\/([^/]+)$/, portalRoute],
  [/^\/authenticate\/([^/]+)$/, authenticateRoute],
]

export const servePage = (desk: Desk, path: string, form: URLSearchParams | undefined): StripeResponse => {
  for (const [pattern, route] of ROUTES) {
    const match = pattern.exec(path)
    if (match) return route(desk, decodeURIComponent(match[1] ?? ''), form)
  }
  return notFoundPage()
}
