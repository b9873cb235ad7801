import { portalOperations } from './billing-portal.ts'
import { catalogOperations } from './catalog.ts'
import { checkoutOperations } from './checkout-sessions.ts'
import { customerOperations } from './customers.ts'
import { eventOperations } from './events.ts'
import { invoiceOperations } from './invoices.ts'
import type { Operation } from './operation.ts'
import { paymentIntentOperations } from './payment-intents.ts'
import { paymentMethodOperations } from './payment-methods.ts'
import { refundOperations } from './refunds.ts'
import { subscriptionOperations } from './subscriptions.ts'

export const OPERATIONS: readonly Operation[] = [
  ...customerOperations,
  ...catalogOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...portalOperations,
  ...paymentIntentOperations,
  ...paymentMethodOperations,
  ...refundOperations,
  ...eventOperations,
]
