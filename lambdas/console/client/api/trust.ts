import { createTrustClient } from '../clients/trust.ts'
import { requesting } from '../transport/requesting.ts'

export const trust = createTrustClient(requesting('platform'))
