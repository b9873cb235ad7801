import { REGULATED_CLASSES, SENSITIVE_CLASSES } from './data-classes.ts'
import type { Rule } from './rule.ts'

export const CHANGE_RULES: readonly Rule[] = [
  {
    id: 'PWD-01',
    path: 'controlBaseline.passwordManager.coverage',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.passwordManager.coverage', asks: 'oneOf', values: ['none'] }],
        handles: ['credentials'],
      },
    ],
    description: 'Credentials are handled without secrets management.',
    remediation: 'Adopt a password manager for all staff.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.5.17'], csf: ['PR.AA-01'], law: [] },
  },
  {
    id: 'PWD-02',
    path: 'controlBaseline.passwordManager.coverage',
    severity: 'warning',
    isRecoverable: false,
    when: [
      { tests: [{ member: 'controlBaseline.passwordManager.coverage', asks: 'oneOf', values: ['partial'] }] },
      {
        tests: [{ member: 'controlBaseline.passwordManager.coverage', asks: 'oneOf', values: ['none'] }],
        handlesNone: ['credentials'],
      },
    ],
    description: 'The password manager does not cover all staff.',
    remediation: 'Extend the password manager to all staff.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.5.17'], csf: ['PR.AA-01'], law: [] },
  },
  {
    id: 'CHG-01',
    path: 'controlBaseline.peerReview.model',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.peerReview.model', asks: 'oneOf', values: ['none'] }],
        handles: REGULATED_CLASSES,
      },
    ],
    description: 'Systems with regulated data are changed without review.',
    remediation: 'Have every change reviewed by a second person.',
    mappings: { soc2: ['CC8.1'], iso27001: ['A.8.32', 'A.5.3'], csf: ['PR.PS-06'], law: [] },
  },
  {
    id: 'CHG-02',
    path: 'controlBaseline.peerReview.model',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          {
            member: 'controlBaseline.peerReview.model',
            asks: 'oneOf',
            values: ['single-maintainer', 'automated-only'],
          },
        ],
      },
      {
        tests: [{ member: 'controlBaseline.peerReview.model', asks: 'oneOf', values: ['none'] }],
        handlesNone: REGULATED_CLASSES,
      },
    ],
    description: 'Changes are not reviewed by a second person.',
    remediation: 'Add a second reviewer.',
    mappings: { soc2: ['CC8.1'], iso27001: ['A.8.32'], csf: ['PR.PS-06'], law: [] },
  },
  {
    id: 'CHG-03',
    path: 'techStack.cicd',
    severity: 'warning',
    isRecoverable: false,
    when: [{ tests: [{ member: 'techStack.cicd', asks: 'onlyOf', values: ['manual'] }] }],
    description: 'Software is built and deployed manually.',
    remediation: 'Automate build and deployment.',
    mappings: { soc2: ['CC8.1'], iso27001: ['A.8.25'], csf: ['PR.PS-01'], law: [] },
  },
  {
    id: 'MON-01',
    path: 'techStack.monitoring',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      { tests: [{ member: 'techStack.monitoring', asks: 'isEmpty' }], handles: SENSITIVE_CLASSES },
      { tests: [{ member: 'techStack.monitoring', asks: 'onlyOf', values: ['none'] }], handles: SENSITIVE_CLASSES },
    ],
    description: 'Attacks on sensitive data would go undetected.',
    remediation: 'Add monitoring and alerts.',
    mappings: { soc2: ['CC7.1', 'CC7.2'], iso27001: ['A.8.16'], csf: ['DE.CM-01'], law: [] },
  },
]
