import { defineAccess } from '@signet/kernel/access'
import { leaving } from '@signet/leaving/access'

/** The functions of observability and their permissions. */
export const access = defineAccess({
  api: {
    description: 'Takes telemetry of workers, and shows it',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['observe'],
    settings: ['STAGE'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      OBS: ['get', 'query', 'update'],
      OBSCOUNT: ['get', 'query', 'update'],
      OBSROW: ['query', 'put', 'delete'],
      OBSTRACE: ['get', 'query', 'put'],
      OBSSENT: ['query', 'put'],
      OBSMETRIC: ['get', 'query', 'put'],
      OBSALERT: ['get', 'query', 'put', 'delete'],
      OBSONCE: ['put'],
    },
    callers: 'plat_',
  },
  otlp: {
    description: 'Takes telemetry of workers by OTLP',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['otlp'],
    // Its answers may be of protobuf, which no gateway changes while it hands it through.
    streams: true,
    settings: ['STAGE'],
    rows: {
      TIER: ['get'],
      ORG: ['get'],
      OBS: ['get', 'query', 'update'],
      OBSCOUNT: ['get', 'update'],
      OBSROW: ['put', 'delete'],
      OBSTRACE: ['get', 'put'],
      OBSSENT: ['put'],
      OBSMETRIC: ['get', 'put'],
      OBSONCE: ['put'],
    },
    callers: 'plat_',
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
