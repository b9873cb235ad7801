import { must, type Requirement } from './requirement.ts'

/**
 * Requirements of the platform API's specification that are cited one by one: its section on billing and related ones.
 */
export const platformRequirements: readonly Requirement[] = [
  must('PLA-3-1', 'A paid tier that is downgraded stays until effectiveAt, then is free; stripeAction canceled'),
  must('PLA-3-2', 'An admin override or comp account that is downgraded is free at once; stripeAction no_subscription'),
  must(
    'PLA-3-3',
    'A dangling subscription id, already cancelled, that is downgraded is free at once; stripeAction already_canceled',
  ),
  must('PLA-3-4', 'A downgrade of who is free already is 400'),
  must('PLA-4.10-1', 'POST /api/billing/checkout with an empty object is the Pro flow and answers 200 {url}'),
  must('PLA-4.10-2', 'productKey takes ciso-trust-bundle, ciso-trust-page-hosting and cto-consultation'),
  must('PLA-4.10-3', 'An invalid productKey is 400, and the reply lists the accepted values'),
  must('PLA-4.10-4', 'ciso-trust-bundle is 499 USD once, ciso-trust-page-hosting 149 USD a month'),
  must('PLA-4.10-5', 'cto-consultation is gated and not priced'),
  must('PLA-4.10-6', 'CISO products are invite-gated'),
  must('PLA-4.10-7', 'Checkout answers 409 {error, code: already_subscribed, currentTier} in the Pro flow'),
  must('PLA-4.10-8', 'Checkout answers 429 after 10 requests an hour and user'),
  must('PLA-4.10-9', 'Checkout, portal and downgrade answer 502 when the payment processor fails'),
  must('PLA-4.10-10', 'POST /api/billing/portal answers 200 {url}'),
  must('PLA-4.10-11', 'Portal answers 422 {error, code: no_stripe_customer} without a customer'),
  must(
    'PLA-4.10-12',
    'POST /api/billing/downgrade answers 200 {ok, previousTier, stripeAction, effectiveAt, noop}, 403 for who may not',
  ),
  must('PLA-4.10-13', 'Downgrade takes 5 requests an hour and user'),
]
