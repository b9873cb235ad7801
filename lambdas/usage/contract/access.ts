import { defineAccess } from '@signet/kernel/access'

/** The functions of usage and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Usage of the tier, and images that count on it',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['usage', 'images'],
    settings: ['STAGE', 'ORGANISATION_CEILING'],
    asks: ['images'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      USE: ['get', 'put', 'update'],
      IMAGE: ['get', 'put'],
      OUTBOX: ['put', 'delete'],
    },
    callers: 'plat_',
    secrets: { read: ['platform-calls'] },
    events: true,
  },
  settle: {
    description: 'Gives back the counters of images that will not be drawn',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'failed-images', batchSize: 10, maxConcurrency: 5 },
    subscribes: {
      types: ['org.signet.job.failed.v1', 'org.signet.job.failed_encoding.v1', 'org.signet.job.deleted.v1'],
    },
    rows: { IMAGE: ['get', 'put'], USE: ['update'] },
  },
  // Called by billing with purchases, renewals and ends, and by operators.
  entitlements: {
    description: 'Records the tier of each organisation',
    memoryMb: 256,
    timeoutSeconds: 30,
    rows: { TIER: ['get', 'put'] },
  },
})
