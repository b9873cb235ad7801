import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { listAudit, listFlagAudit, verifyAudit } from './audit.ts'
import { startCanary, stopCanary, updateCanary } from './canary.ts'
import { listEnvironments } from './environments.ts'
import { explainFlag, getFlagMetrics, getSnapshot, ofrepEvaluate, ofrepEvaluateAll } from './evaluation.ts'
import { canaryContract, flagContract, segmentContract } from './events.ts'
import { createFlag, deleteFlag, getFlag, listFlags, revertFlag, updateFlag } from './flags.ts'
import { getHealth } from './health.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'
import { getPage } from './page.ts'
import { rows } from './rows.ts'
import { deleteSegment, listSegments, putSegment } from './segments.ts'

const flagEndpoints = [listEnvironments, listFlags, createFlag, getFlag, updateFlag, deleteFlag, revertFlag]
const canaryEndpoints = [startCanary, updateCanary, stopCanary]
const segmentEndpoints = [listSegments, putSegment, deleteSegment]

export const flagService = defineService({
  name: 'flags',
  api: 'flags',
  title: 'Signet feature flags',
  description: 'Flags, canaries, the audit log, and evaluation for OpenFeature clients.',
  tags: {
    flags: 'Flags',
    segments: 'Conditions that several flags share',
    keys: 'API keys of applications',
    canary: 'Canary rollouts',
    audit: 'Audit log',
    metrics: 'Counts of evaluations',
    evaluation: 'Evaluations and their explanations',
    ofrep: 'OpenFeature Remote Evaluation Protocol',
    page: 'Redirect to the console',
    service: 'Health',
  },
  scopes: {
    'flags:read': { holder: 'organization', description: 'Evaluate and read flags' },
    'flags:write': { holder: 'organization', description: 'Change flags, segments and canaries' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'flags',
      version: '1.0.0',
      description: 'Feature flags of an organization, their segments and their canaries.',
      endpoints: [...flagEndpoints, ...canaryEndpoints, ...segmentEndpoints],
    },
    flagContract,
    segmentContract,
    canaryContract,
    {
      name: 'flag-audit',
      version: '1.0.0',
      description: 'Changes to flags, in a hash chain.',
      endpoints: [listAudit, verifyAudit, listFlagAudit],
    },
    {
      name: 'flag-evaluation',
      version: '1.0.0',
      description: 'Evaluations for client libraries and OpenFeature clients, and their metrics.',
      endpoints: [getFlagMetrics, explainFlag, getSnapshot, ofrepEvaluate, ofrepEvaluateAll],
    },
    {
      name: 'service-keys',
      version: '1.0.0',
      description: 'API keys of applications. Signed-in users create and revoke them.',
      endpoints: [createKey, listKeys, revokeKey],
    },
    {
      name: 'flag-service',
      version: '1.0.0',
      description: 'Home page and health check.',
      endpoints: [getPage, getHealth],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly flags: typeof flagService
  }
}
