import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { bootstrapRole, consultRole, getRoleMemory } from './consultations.ts'
import { consultationKeyRow } from './rows.ts'

export const consultationService = defineService({
  name: 'consultations',
  api: 'platform',
  title: 'Signet consultations',
  description: "Advisory roles, within the plan's quota.",
  tags: { consultations: "Consultations of roles within the plan's quota" },
  scopes: {
    'agents:read': { holder: 'organization', description: 'Read role memory' },
    'agents:run': { holder: 'organization', description: 'Consult roles, which counts against the scaffold quota' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'responses of idempotency keys expire within 24 hours; the runtime stores the consultations' },
  contracts: [
    {
      name: 'consultations',
      version: '1.0.0',
      description: 'Consultations of roles.',
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
