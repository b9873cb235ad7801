import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { bootstrapRole, consultRole, getRoleMemory } from './consultations.ts'
import { consultationKeyRow } from './rows.ts'

export const consultationService = defineService({
  name: 'consultations',
  api: 'platform',
  title: 'Signet consultations',
  description: 'Roles that advise, on the quota of the tier.',
  tags: { consultations: 'Consultations of roles, on the quota of the tier' },
  scopes: {
    'agents:read': { holder: 'organization', description: 'See what roles remember' },
    'agents:run': { holder: 'organization', description: 'Ask roles, which takes from the quota of scaffolds' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'answers of idempotency keys go within 24 hours; consultations are the runtime’s' },
  contracts: [
    {
      name: 'consultations',
      version: '1.0.0',
      description: 'Consultations of roles (spec platform-api 2.4 and 4.4).',
      endpoints: [consultRole, bootstrapRole, getRoleMemory],
    },
  ],
  rows: [consultationKeyRow],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly consultations: typeof consultationService
  }
}
