import { createBillingClient } from '../clients/billing.ts'
import { requesting } from '../session/requesting.ts'

export const billing = createBillingClient(requesting('platform'))
