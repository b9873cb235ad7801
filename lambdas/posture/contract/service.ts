import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { intakeKeyRow, intakeRow, listedIntakeRow } from '@signet/posture/intakes/rows'
import {
  compareIntakes,
  getIntake,
  getIntakeAnswers,
  getIntakeDisclosures,
  getIntakeRules,
  listIntakes,
  submitIntake,
} from './intakes.ts'

export const postureService = defineService({
  name: 'posture',
  api: 'platform',
  title: 'Signet posture',
  description: 'What companies say of their security, judged by published rules.',
  tags: { posture: 'CISO intakes, judged and signed' },
  scopes: {
    'agents:read': { holder: 'organisation', description: 'See what roles remember, and CISO intakes' },
    'agents:run': {
      holder: 'organisation',
      description: 'Ask roles and have CISO intakes judged, which takes from the quota of scaffolds',
    },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { erases: 'CISO intakes of the organisation with their verdicts' },
  exports: { takes: 'CISO intakes of the organisation with their verdicts' },
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
  rows: [intakeRow, listedIntakeRow, intakeKeyRow],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly posture: typeof postureService
  }
}
