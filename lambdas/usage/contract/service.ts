import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { deleteImage, generateImage, getImage, listImages } from './images.ts'
import { quotaContract } from './quota-events.ts'
import { rows } from './rows.ts'
import { getUsage } from './usage.ts'

export const usageService = defineService({
  name: 'usage',
  api: 'platform',
  title: 'Signet usage',
  description: 'Tiers of organisations, their usage, and images.',
  tags: { usage: 'Usage of the tier', images: 'Images on the quota of the tier' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  contracts: [
    {
      name: 'usage',
      version: '1.0.1',
      description: 'Usage of the tier (spec platform-api 2.3 and 4.3).',
      endpoints: [getUsage],
    },
    quotaContract,
    {
      name: 'images',
      version: '1.2.1',
      description: 'Images on the quota of the tier (spec platform-api 2.9 and 4.8).',
      endpoints: [generateImage, listImages, getImage, deleteImage],
    },
  ],
  rows,
})
