import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { downgrade, getBilling, openPortal, startCheckout } from './billing.ts'
import { organisationPlanContract } from './plan-events.ts'
import { buyCredits } from './purchases.ts'
import { rows } from './rows.ts'
import { receiveStripeEvent } from './webhook.ts'

export const billingService = defineService({
  name: 'billing',
  api: 'platform',
  title: 'Signet billing',
  description: 'What organisations buy, and what becomes of it.',
  tags: { billing: 'Plans, products and payments' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  contracts: [
    {
      name: 'billing',
      version: '1.2.0',
      description: 'Plans, products and payments (spec platform-api 4.10).',
      endpoints: [getBilling, startCheckout, openPortal, downgrade, buyCredits],
    },
    {
      name: 'billing-webhook',
      version: '1.1.0',
      description: 'Events of the payment processor.',
      endpoints: [receiveStripeEvent],
    },
    organisationPlanContract,
  ],
  rows,
})
