import { erasureAccess } from '@signet/erasure/access'
import { defineAccess } from '@signet/kernel/access'
import { issuing } from '@signet/receipts/access'
import { SET_EVENTS } from './set-events.ts'

/**
 * Every write of a set is one transaction: it changes version and snapshot, appends to the log and stores the event in
 * the outbox.
 */
const SET_WRITES = {
  FLAGSET: ['get', 'put', 'delete'],
  FLAGSETS: ['put'],
  FLAGAUDIT: ['put'],
  FLAGUSE: ['query'],
  OUTBOX: ['put', 'delete'],
} as const

export const access = defineAccess({
  api: {
    description: 'Flags, canaries, audit log and evaluation',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['flags', 'flag-audit', 'flag-evaluation', 'service-keys', 'flag-service'],
    settings: ['VERSION', 'STAGE', 'GRANTABLE_SCOPES'],
    // The root page redirects to the console.
    publicUrls: ['platform'],
    rows: {
      ...SET_WRITES,
      FLAGSETS: ['put', 'query'],
      FLAGAUDIT: ['put', 'get', 'query'],
      FLAGUSE: ['query', 'update'],
      KEY: ['put', 'delete'],
      // Creating a key puts the creator's MEMBER row again, on the condition that it still exists, and checks the key limit.
      ORG: ['get', 'put'],
      TALLY: ['get', 'update'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
    },
    machines: ['canaries'],
    callers: { keyPrefix: 'plat_' },
    alarms: true,
    events: true,
  },
  advance: {
    description: 'Advances a canary to its next stage, or rolls it back',
    memoryMb: 512,
    timeoutSeconds: 30,
    step: 'canaries',
    rows: SET_WRITES,
    alarms: true,
    events: true,
  },
  receipt: issuing({
    description: 'Issues the receipt for each version of an audit log',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'flag-receipts', batchSize: 1, maxConcurrency: 5, inOrderOf: 'tenantid' },
    subscribes: { types: SET_EVENTS },
    settings: ['RECEIPT_KINDS'],
    rows: { FLAGAUDIT: ['get'] },
  }),
  erasure: erasureAccess('flags', {
    description: 'Erases flags of accounts and adds them to account exports',
    timeoutSeconds: 120,
    rows: { FLAGSET: ['get'] },
  }),
  sweep: {
    description: 'Checks the guards of running canaries and continues those without an execution',
    memoryMb: 512,
    timeoutSeconds: 60,
    schedule: { every: 'minute' },
    rows: SET_WRITES,
    indexes: ['gsi1'],
    machines: ['canaries'],
    alarms: true,
    events: true,
  },
})
