import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { quotaContract } from '@signet/ledger/quota-events'
import { rows } from './rows.ts'
import { getUsage } from './usage.ts'

export const usageService = defineService({
  name: 'usage',
  api: 'platform',
  title: 'Signet usage',
  description: 'Tiers of organizations, and their usage.',
  tags: { usage: 'Usage of the tier' },
  scopes: {
    'usage:read': { holder: 'organization', description: 'See the tier and its usage in the current cycle' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'contains tiers and counts of an account id, but no personal data' },
  contracts: [
    {
      name: 'usage',
      version: '1.0.0',
      description: 'Usage of the tier (spec platform-api 2.3 and 4.3).',
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
