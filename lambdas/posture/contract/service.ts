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
  description: 'Security postures of companies, assessed against published rules.',
  tags: { posture: 'CISO intakes, assessed and signed' },
  scopes: {
    'agents:read': { holder: 'organization', description: 'Read role memory and CISO intakes' },
    'agents:run': {
      holder: 'organization',
      description: 'Consult roles and assess CISO intakes, which counts against the scaffold quota',
    },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'ciso-intake',
      version: '1.0.0',
      description: 'CISO intakes.',
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
