import { createBillingClient } from '../clients/billing.ts'
import { requesting } from '../transport/requesting.ts'

export const billing = createBillingClient(requesting('platform'))
