import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import {
  compareIntakes,
  getIntake,
  getIntakeAnswers,
  getIntakeDisclosures,
  getIntakeRules,
  listIntakes,
  submitIntake,
} from './intakes.ts'
import { rows } from './rows.ts'

export const postureService = defineService({
  name: 'posture',
  api: 'platform',
  title: 'Signet posture',
  description: 'Security postures that companies declare, judged by published rules.',
  tags: { posture: 'CISO intakes, judged and signed' },
  scopes: {
    'agents:read': { holder: 'organization', description: 'Read memories of roles, and CISO intakes' },
    'agents:run': {
      holder: 'organization',
      description: 'Consult roles and judge CISO intakes, which uses the quota of scaffolds',
    },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'ciso-intake',
      version: '1.0.0',
      description: 'CISO intakes (spec platform-api 2.5 and 4.4).',
      endpoints: [
        submitIntake,
        listIntakes,
        getIntake,
        getIntakeRules,
        compareIntakes,
        getIntakeAnswers,
        getIntakeDisclosures,
      ],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly posture: typeof postureService
  }
}
