import { REGULATED_CLASSES, SENSITIVE_CLASSES } from './data-classes.ts'
import type { Rule } from './rule.ts'

export const IDENTITY_AND_DATA_RULES: readonly Rule[] = [
  {
    id: 'MFA-01',
    path: 'controlBaseline.mfa.scope',
    severity: 'disqualifier',
    isRecoverable: false,
    when: [
      { tests: [{ member: 'controlBaseline.mfa.scope', asks: 'oneOf', values: ['none'] }], handles: REGULATED_CLASSES },
    ],
    description: 'Regulated data is accessible without a second factor.',
    remediation: 'Enforce phishing-resistant multi-factor authentication for all staff.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.8.5'], csf: ['PR.AA-03'], law: ['PCI DSS 8.4.2', '45 CFR 164.312(d)'] },
  },
  {
    id: 'MFA-02',
    path: 'controlBaseline.mfa.scope',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.mfa.scope', asks: 'oneOf', values: ['none'] }],
        handlesNone: REGULATED_CLASSES,
      },
    ],
    description: 'No staff use multi-factor authentication.',
    remediation: 'Enable multi-factor authentication for all staff.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.8.5'], csf: ['PR.AA-03'], law: [] },
  },
  {
    id: 'MFA-03',
    path: 'controlBaseline.mfa.scope',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.mfa.scope', asks: 'oneOf', values: ['partial'] }],
        handles: REGULATED_CLASSES,
      },
    ],
    description: 'Some users with access to regulated data have no second factor.',
    remediation: 'Require multi-factor authentication for all users.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.8.5'], csf: ['PR.AA-03'], law: [] },
  },
  {
    id: 'MFA-04',
    path: 'controlBaseline.mfa.scope',
    severity: 'warning',
    isRecoverable: false,
    when: [
      { tests: [{ member: 'controlBaseline.mfa.scope', asks: 'oneOf', values: ['privileged-only'] }] },
      {
        tests: [{ member: 'controlBaseline.mfa.scope', asks: 'oneOf', values: ['partial'] }],
        handlesNone: REGULATED_CLASSES,
      },
    ],
    description: 'Multi-factor authentication does not cover all staff.',
    remediation: 'Extend multi-factor authentication to all staff.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.8.5'], csf: ['PR.AA-03'], law: [] },
  },
  {
    id: 'ENC-01',
    path: 'controlBaseline.encryptionAtRest.algo',
    severity: 'disqualifier',
    isRecoverable: false,
    when: [
      {
        tests: [{ member: 'controlBaseline.encryptionAtRest.algo', asks: 'oneOf', values: ['none'] }],
        handles: SENSITIVE_CLASSES,
      },
    ],
    description: 'Sensitive data is stored unencrypted.',
    remediation: 'Turn on AES-256 with managed keys for all stored data.',
    mappings: {
      soc2: ['CC6.1'],
      iso27001: ['A.8.24'],
      csf: ['PR.DS-01'],
      law: ['PCI DSS 3.5.1', '45 CFR 164.312(a)(2)(iv)'],
    },
  },
  {
    id: 'ENC-02',
    path: 'controlBaseline.encryptionAtRest.algo',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.encryptionAtRest.algo', asks: 'oneOf', values: ['none'] }],
        handles: ['pii'],
        handlesNone: SENSITIVE_CLASSES,
      },
    ],
    description: 'Personal data is stored unencrypted.',
    remediation: 'Turn on AES-256 with managed keys for stored personal data.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.8.24'], csf: ['PR.DS-01'], law: [] },
  },
  {
    id: 'ENC-03',
    path: 'controlBaseline.encryptionAtRest.algo',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          {
            member: 'controlBaseline.encryptionAtRest.algo',
            asks: 'oneOf',
            values: ['aes-128', 'cloud-provider-default'],
          },
        ],
        handles: REGULATED_CLASSES,
      },
    ],
    description: 'Regulated data is stored with weak encryption, or with keys that the company does not manage.',
    remediation: 'Use AES-256 with keys that the company manages.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.8.24'], csf: ['PR.DS-01'], law: [] },
  },
]
