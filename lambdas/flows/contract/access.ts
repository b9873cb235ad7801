import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

export const access = defineAccess({
  api: issuing({
    description: "Scaffolds within the plan's quota, and edited prose in their documents",
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['flows'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    calls: ['runtime'],
    languageModel: true,
    spends: ['bedrock-tokens'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      FLOWKEY: ['get', 'put'],
      FLOW: ['get', 'put'],
      OUTBOX: ['put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    platformCalls: 'flows',
    events: true,
  }),
  files: {
    description: 'Creates a ZIP archive of a scaffold',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['flow-files'],
    streams: true,
    settings: ['STAGE'],
    calls: ['runtime'],
    rows: { FLOW: ['get'] },
    callers: { keyPrefix: 'plat_' },
  },
  preview: {
    description: 'Previews of scaffolds',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['scaffold-preview'],
    settings: ['STAGE'],
    rows: { RATE: ['update'] },
    secrets: { read: ['pepper'] },
  },
  erasure: erasureAccess('flows', {
    description: 'Erases and exports edited documents of accounts',
    timeoutSeconds: 120,
  }),
})
