import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of observability and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Takes telemetry of workers, and shows it',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['observe', 'otlp', 'observe-internal'],
    settings: ['STAGE', 'OPERATORS'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      OBS: ['get', 'query', 'put', 'update'],
      OBSCOUNT: ['get', 'query', 'update'],
      OBSROW: ['query', 'put', 'delete'],
      OBSTRACE: ['get', 'query', 'put'],
      OBSSENT: ['query', 'put'],
      OBSMETRIC: ['get', 'query', 'put'],
      OBSALERT: ['get', 'query', 'put', 'delete'],
      OBSONCE: ['put'],
      OBSFOUND: ['query'],
    },
    callers: 'plat_',
  },
  spans: {
    description: 'Keeps the spans of our own functions, and sends them on',
    memoryMb: 512,
    timeoutSeconds: 60,
    spans: true,
    // What could not be kept when it came.
    queue: { name: 'observe-spans', batchSize: 1, maxConcurrency: 2 },
    settings: ['STAGE', 'SPAN_SAMPLE', 'OTLP_ENDPOINT'],
    keeps: { otlp: ['read'] },
    rows: {
      OBS: ['get', 'query', 'put', 'update'],
      OBSCOUNT: ['get', 'query', 'update'],
      OBSROW: ['put', 'delete'],
      OBSTRACE: ['get', 'put'],
      OBSSENT: ['put'],
      OBSONCE: ['put'],
      OBSFOUND: ['put'],
    },
  },
  sweep: {
    description: 'Sums up hours and days of workers, and erases what their plan no longer keeps',
    memoryMb: 512,
    timeoutSeconds: 900,
    schedule: { every: 'hour' },
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      OBS: ['get', 'query', 'update', 'delete'],
      OBSCOUNT: ['query', 'put', 'update', 'delete'],
      OBSROW: ['query', 'delete'],
      OBSTRACE: ['get', 'query', 'delete'],
      OBSSENT: ['query', 'delete'],
      OBSMETRIC: ['query', 'delete'],
      OBSALERT: ['query', 'delete'],
    },
    indexes: ['gsi1'],
  },
  leave: leaving('observe', {
    description: 'Erases telemetry of those who leave, and copies it',
    timeoutSeconds: 900,
    rows: {
      OBS: ['query', 'delete'],
      OBSCOUNT: ['query', 'delete'],
      OBSROW: ['query', 'delete'],
      OBSTRACE: ['query', 'delete'],
      OBSSENT: ['query', 'delete'],
      OBSMETRIC: ['query', 'delete'],
      OBSALERT: ['query', 'delete'],
      OBSONCE: ['query', 'delete'],
    },
  }),
})
