import type { Clock, SecretSource } from '@signet/kernel'
import type { LoadProcessor, PaymentProcessor } from './payment-processor.ts'
import { readCredentials } from './stripe-credentials.ts'

interface Deps {
  readonly secret: SecretSource
  /** Where Stripe's API is, such as https://api.stripe.com. */
  readonly address: string
  readonly now: Clock
}

/** Stripe, loaded with the first use: most requests have nothing to ask it. A key that was exchanged makes it anew. */
export const loadProcessor = ({ secret, address, now }: Deps): LoadProcessor => {
  let made: { readonly apiKey: string; readonly processor: PaymentProcessor } | undefined
  return async () => {
    const { apiKey, mode } = await readCredentials(secret)
    if (made?.apiKey === apiKey) return made.processor
    const [{ stripeClient }, { stripeProcessor }] = await Promise.all([
      import('./stripe-client.ts'),
      import('./stripe-processor.ts'),
    ])
    made = { apiKey, processor: stripeProcessor({ stripe: stripeClient(apiKey, address), mode, now }) }
    return made.processor
  }
}
