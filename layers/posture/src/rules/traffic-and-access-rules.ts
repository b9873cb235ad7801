import { REGULATED_CLASSES, SENSITIVE_CLASSES } from './data-classes.ts'
import type { Rule } from './rule.ts'

export const TRAFFIC_AND_ACCESS_RULES: readonly Rule[] = [
  {
    id: 'TLS-01',
    path: 'controlBaseline.encryptionInTransit.tlsVersion',
    severity: 'disqualifier',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'controlBaseline.encryptionInTransit.tlsVersion', asks: 'oneOf', values: ['none', 'legacy'] },
        ],
      },
    ],
    description: 'Traffic is not encrypted.',
    remediation: 'Require TLS 1.2 or later on every connection.',
    mappings: { soc2: ['CC6.7'], iso27001: ['A.8.24'], csf: ['PR.DS-02'], law: [] },
  },
  {
    id: 'TLS-02',
    path: 'controlBaseline.encryptionInTransit.tlsVersion',
    severity: 'disqualifier',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'controlBaseline.encryptionInTransit.tlsVersion', asks: 'oneOf', values: ['tls-1.0', 'tls-1.1'] },
        ],
        handles: SENSITIVE_CLASSES,
      },
    ],
    description: 'Sensitive data is transmitted with a deprecated version of TLS (RFC 8996).',
    remediation: 'Turn off TLS 1.0 and 1.1; require TLS 1.2 or later.',
    mappings: { soc2: ['CC6.7'], iso27001: ['A.8.24'], csf: ['PR.DS-02'], law: ['PCI DSS 4.2.1'] },
  },
  {
    id: 'TLS-03',
    path: 'controlBaseline.encryptionInTransit.tlsVersion',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [
          { member: 'controlBaseline.encryptionInTransit.tlsVersion', asks: 'oneOf', values: ['tls-1.0', 'tls-1.1'] },
        ],
        handlesNone: SENSITIVE_CLASSES,
      },
    ],
    description: 'Traffic uses a deprecated version of TLS (RFC 8996).',
    remediation: 'Turn off TLS 1.0 and 1.1; require TLS 1.2 or later.',
    mappings: { soc2: ['CC6.7'], iso27001: ['A.8.24'], csf: ['PR.DS-02'], law: [] },
  },
  {
    id: 'IAM-01',
    path: 'controlBaseline.iam.model',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.iam.model', asks: 'oneOf', values: ['none', 'flat'] }],
        handles: REGULATED_CLASSES,
      },
    ],
    description: 'All users can access regulated data.',
    remediation: 'Apply least privilege to each role, and review it.',
    mappings: { soc2: ['CC6.3'], iso27001: ['A.5.15', 'A.8.2'], csf: ['PR.AA-05'], law: [] },
  },
  {
    id: 'IAM-02',
    path: 'controlBaseline.iam.model',
    severity: 'warning',
    isRecoverable: false,
    when: [
      { tests: [{ member: 'controlBaseline.iam.model', asks: 'oneOf', values: ['ad-hoc'] }] },
      {
        tests: [{ member: 'controlBaseline.iam.model', asks: 'oneOf', values: ['none', 'flat'] }],
        handlesNone: REGULATED_CLASSES,
      },
    ],
    description: 'Access is not based on roles.',
    remediation: 'Adopt role-based access.',
    mappings: { soc2: ['CC6.2'], iso27001: ['A.5.18'], csf: ['PR.AA-05'], law: [] },
  },
]
