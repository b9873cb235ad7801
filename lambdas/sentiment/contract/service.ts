import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { listBatches, listCycles, redriveBatches } from './deliveries.ts'
import {
  changeMonitor,
  createMonitor,
  deleteMonitor,
  getMonitor,
  listMonitors,
  rotateSigningSecret,
  testMonitor,
} from './monitors.ts'
import { rows } from './rows.ts'

export const sentimentService = defineService({
  name: 'sentiment',
  api: 'platform',
  title: 'Signet sentiment',
  description: 'Listens for mentions, tells how they sound, and keeps none of them.',
  tags: { sentiment: 'Monitors of mentions' },
  scopes: {
    'sentiment:read': { holder: 'organisation', description: 'Read sentiment monitors and how they are doing' },
    'sentiment:write': { holder: 'organisation', description: 'Make, change and remove sentiment monitors' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  contracts: [
    {
      name: 'sentiment-monitor',
      version: '1.0.0',
      description:
        'Tenant configuration of the sentiment monitor, and what it does (spec supporting-services 2.5, 4.4).',
      endpoints: [
        createMonitor,
        listMonitors,
        getMonitor,
        changeMonitor,
        deleteMonitor,
        testMonitor,
        rotateSigningSecret,
        listCycles,
        listBatches,
        redriveBatches,
      ],
    },
  ],
  rows,
})
