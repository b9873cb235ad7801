import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { downgrade, getBilling, listInvoices, openPortal, startCheckout } from './billing.ts'
import { organizationPlanContract } from './plan-events.ts'
import { buyCredits } from './purchases.ts'
import { rows } from './rows.ts'
import { receiveStripeEvent } from './webhook.ts'

export const billingService = defineService({
  name: 'billing',
  api: 'platform',
  title: 'Signet billing',
  description: 'Plans, purchases and payments of organizations.',
  tags: { billing: 'Plans, products and payments' },
  scopes: {
    'billing:read': { holder: 'organization', description: 'View plan, payments and balance' },
    'billing:write': {
      holder: 'organization',
      description: 'Spend money: buy credits and plans, open the customer portal, end plans',
      byName: true,
    },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'billing',
      version: '1.0.0',
      description: 'Plans, products and payments.',
      endpoints: [getBilling, listInvoices, startCheckout, openPortal, downgrade, buyCredits],
    },
    {
      name: 'billing-webhook',
      version: '1.0.0',
      description: 'Events of the payment processor.',
      endpoints: [receiveStripeEvent],
    },
    organizationPlanContract,
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly billing: typeof billingService
  }
}
