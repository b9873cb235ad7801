import { defineService } from '@signet/contracts'
import { rows } from './rows.ts'
import { getUsage } from './usage.ts'

export const usageService = defineService({
  name: 'usage',
  api: 'platform',
  title: 'Signet usage',
  description: 'Tiers of organisations, and what was used of them.',
  tags: { usage: 'What was used of the tier' },
  scopes: {},
  keyPrefix: 'plat_',
  contracts: [
    {
      name: 'usage',
      version: '1.0.0',
      description: 'What was used of the tier (spec platform-api 2.3 and 4.3).',
      endpoints: [getUsage],
    },
  ],
  rows,
})
