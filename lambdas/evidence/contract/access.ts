import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'

const QUOTA_ROWS = { TIER: ['get'], ORG: ['get'], USE: ['get', 'put', 'update'], OUTBOX: ['put', 'delete'] } as const

export const access = defineAccess({
  api: {
    description: 'Checks texts and manages the evidence library',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['evidence', 'evidence-library'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    rows: {
      ...QUOTA_ROWS,
      TALLY: ['get', 'update'],
      EVIDENCE: ['get', 'put', 'query', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    events: true,
  },
  revisions: issuing({
    description: 'Revises and attests texts',
    // Lambda gives a function one full vCPU at this memory size.
    memoryMb: 1769,
    timeoutSeconds: 29,
    serves: ['evidence-revisions'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    languageModel: true,
    spends: ['bedrock-tokens'],
    queues: ['evidence-gap-fills'],
    rows: { ...QUOTA_ROWS, EVIDENCE: ['get', 'put', 'query'] },
    callers: { keyPrefix: 'plat_' },
    events: true,
  }),
  'gap-fill': {
    description: 'Fills gaps of texts asynchronously',
    memoryMb: 1769,
    timeoutSeconds: 300,
    queue: { name: 'evidence-gap-fills', batchSize: 1, maxConcurrency: 5 },
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    languageModel: true,
    spends: ['bedrock-tokens'],
    rows: { ...QUOTA_ROWS, EVIDENCE: ['get', 'put', 'query'] },
    events: true,
  },
  erasure: erasureAccess('evidence', {
    description: 'Erases and exports evidence of accounts',
    timeoutSeconds: 120,
  }),
})
