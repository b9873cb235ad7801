import type { Clock, SecretSource } from '@signet/kernel'
import type { LoadProcessor, PaymentProcessor } from './payment-processor.ts'
import { readCredentials } from './stripe-credentials.ts'

interface Deps {
  readonly secret: SecretSource
  readonly address: string
  readonly now: Clock
}

/** Loads Stripe on first use, because most requests do not need it. The client is recreated when its key changes. */
export const loadProcessor = ({ secret, address, now }: Deps): LoadProcessor => {
  let loaded: { readonly apiKey: string; readonly processor: PaymentProcessor } | undefined
  return async () => {
    const { apiKey, mode } = await readCredentials(secret)
    if (loaded?.apiKey === apiKey) return loaded.processor
    const [{ stripeClient }, { stripeProcessor }] = await Promise.all([
      import('./stripe-client.ts'),
      import('./stripe-processor.ts'),
    ])
    loaded = { apiKey, processor: stripeProcessor({ stripe: stripeClient(apiKey, address), mode, now }) }
    return loaded.processor
  }
}
