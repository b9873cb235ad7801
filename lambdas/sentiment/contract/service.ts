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
  description:
    'Collects mentions of brands from social networks and review sites, and scores their sentiment. Mentions are not stored.',
  tags: { sentiment: 'Monitors of mentions' },
  scopes: {
    'sentiment:read': { holder: 'organization', description: 'Read sentiment monitors and their progress' },
    'sentiment:write': { holder: 'organization', description: 'Create, change and delete sentiment monitors' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'sentiment-monitor',
      version: '1.0.0',
      description: 'Sentiment monitors and their deliveries.',
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

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly sentiment: typeof sentimentService
  }
}
