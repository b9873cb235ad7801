import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { quotaContract } from '@signet/ledger/quota-events'
import { rows } from './rows.ts'
import { getUsage } from './usage.ts'

export const usageService = defineService({
  name: 'usage',
  api: 'platform',
  title: 'Signet usage',
  description: 'Plans of organizations, and their usage.',
  tags: { usage: 'Usage of the plan' },
  scopes: {
    'usage:read': { holder: 'organization', description: 'View the plan and its usage in the current cycle' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'contains tiers and counts of an account ID, but no personal data' },
  contracts: [
    {
      name: 'usage',
      version: '1.0.0',
      description: 'Usage of the plan.',
      endpoints: [getUsage],
    },
    quotaContract,
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly usage: typeof usageService
  }
}
