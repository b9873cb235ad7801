import { catalogueOperations } from './catalogue.ts'
import { checkoutOperations } from './checkout-sessions.ts'
import { customerOperations } from './customers.ts'
import { eventOperations } from './events.ts'
import type { Operation } from './operation.ts'
import { subscriptionOperations } from './subscriptions.ts'

/** Everything that the API does. */
export const OPERATIONS: readonly Operation[] = [
  ...customerOperations,
  ...catalogueOperations,
  ...checkoutOperations,
  ...subscriptionOperations,
  ...eventOperations,
]
