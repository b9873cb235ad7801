import { Refusal } from '@signet/kernel'
import type { LoadProcessor, PaymentProcessor } from '../stripe/payment-processor.ts'

/** The processor; undefined where a deployment has no credentials for it, and so no customers. */
export const configured = (load: LoadProcessor): Promise<PaymentProcessor | undefined> =>
  load().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined
    throw error
  })
