import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Images that count against the quota of the plan',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['images'],
    settings: ['STAGE', 'ORGANIZATION_CEILING'],
    calls: ['images'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      IMAGE: ['get', 'put'],
      OUTBOX: ['put', 'delete'],
    },
    callers: { keyPrefix: 'plat_' },
    events: true,
  },
  settle: {
    description: 'Restores the quota of images that will not be generated',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'failed-images', batchSize: 10, maxConcurrency: 5 },
    subscribes: {
      types: ['org.signet.job.failed.v1', 'org.signet.job.failed_encoding.v1', 'org.signet.job.deleted.v1'],
    },
    rows: { IMAGE: ['get', 'put'], USE: ['update'] },
  },
})
