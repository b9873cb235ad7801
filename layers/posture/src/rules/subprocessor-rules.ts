import type { Rule } from './rule.ts'

export const SUBPROCESSOR_RULES: readonly Rule[] = [
  {
    id: 'SUB-01',
    path: 'subprocessors[i].dpaSigned',
    severity: 'disqualifier',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'subprocessors[i].dpaSigned', asks: 'oneOf', values: [false] },
          { member: 'subprocessors[i].dataAccess', asks: 'hasAny', values: ['phi', 'pci'] },
        ],
      },
    ],
    description: 'A subprocessor accesses health or card data without a BAA or PCI agreement.',
    remediation: 'Sign the agreement, or remove the subprocessor.',
    mappings: {
      soc2: ['CC9.2'],
      iso27001: ['A.5.20'],
      csf: ['GV.SC-05'],
      law: ['45 CFR 164.308(b)', 'PCI DSS 12.8.2'],
    },
  },
  {
    id: 'SUB-02',
    path: 'subprocessors[i].dpaSigned',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [
          { member: 'subprocessors[i].dpaSigned', asks: 'oneOf', values: [false] },
          {
            member: 'subprocessors[i].dataAccess',
            asks: 'hasAny',
            values: ['pii', 'financial', 'biometric', 'credentials', 'health'],
          },
        ],
      },
    ],
    description: 'A subprocessor accesses personal or sensitive data without a data processing agreement.',
    remediation: 'Sign a data processing agreement.',
    mappings: { soc2: ['CC9.2'], iso27001: ['A.5.20'], csf: ['GV.SC-05'], law: ['GDPR 28(3)'] },
  },
  {
    id: 'SUB-03',
    path: 'subprocessors[i].dataAccess',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          {
            member: 'subprocessors[i].dataAccess',
            asks: 'notHandled',
            values: ['logs', 'telemetry', 'metadata', 'billing', 'support', 'none'],
          },
        ],
      },
    ],
    description: 'The inventory is inconsistent: a subprocessor accesses data that the company does not declare.',
    remediation: 'List the class under dataHandled, or remove it from the subprocessor.',
    mappings: { soc2: ['CC9.2'], iso27001: ['A.5.9'], csf: ['ID.AM-07'], law: [] },
  },
  {
    id: 'SUB-04',
    path: 'subprocessors[i].jurisdiction',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'companyProfile.dataResidency', asks: 'onlyOf', values: ['eu', 'uk'] },
          { member: 'subprocessors[i].dataAccess', asks: 'hasAny', values: ['pii'] },
          { member: 'subprocessors[i].jurisdiction', asks: 'outside' },
        ],
      },
    ],
    description: 'Personal data of the EU or UK is accessed from elsewhere, and no basis for the transfer is stated.',
    remediation: 'State the basis of the transfer, or choose a subprocessor in the EU or UK.',
    mappings: { soc2: ['P'], iso27001: ['A.5.34'], csf: ['GV.OC-03'], law: ['GDPR 44-46'] },
  },
  {
    id: 'SUB-05',
    path: 'subprocessors',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'subprocessors', asks: 'isEmpty' },
          {
            member: 'techStack.cloudProvider',
            asks: 'hasAny',
            values: ['aws', 'gcp', 'azure', 'cloudflare', 'vercel', 'fly', 'digitalocean'],
          },
        ],
      },
    ],
    description: 'The cloud provider is a subprocessor but is not listed.',
    remediation: 'List the hosting provider.',
    mappings: { soc2: ['CC9.2'], iso27001: ['A.5.23'], csf: ['ID.RA-10'], law: [] },
  },
]
