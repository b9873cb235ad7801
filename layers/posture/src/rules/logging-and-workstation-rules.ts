import { SENSITIVE_CLASSES } from './data-classes.ts'
import type { Rule } from './rule.ts'

export const LOGGING_AND_WORKSTATION_RULES: readonly Rule[] = [
  {
    id: 'LOG-01',
    path: 'controlBaseline.logging.retentionDays',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.logging.retentionDays', asks: 'below', limit: 30 }],
        handles: SENSITIVE_CLASSES,
      },
    ],
    description:
      'Logs are retained for less than 30 days, which is too short to investigate incidents with sensitive data.',
    remediation: 'Retain logs for 90 days or more.',
    mappings: { soc2: ['CC7.2'], iso27001: ['A.8.15'], csf: ['PR.PS-04'], law: [] },
  },
  {
    id: 'LOG-02',
    path: 'controlBaseline.logging.retentionDays',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      { tests: [{ member: 'controlBaseline.logging.retentionDays', asks: 'below', limit: 365 }], handles: ['pci'] },
    ],
    description: 'Logs are retained for less than the 12 months that PCI DSS requires.',
    remediation: 'Retain logs for 12 months or more.',
    mappings: { soc2: ['CC7.2'], iso27001: ['A.8.15'], csf: ['PR.PS-04'], law: ['PCI DSS 10.5.1'] },
  },
  {
    id: 'LOG-03',
    path: 'controlBaseline.logging.retentionDays',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [{ member: 'controlBaseline.logging.retentionDays', asks: 'below', limit: 365 }],
        handles: ['phi', 'health'],
      },
    ],
    description: 'Logs of health data are retained for less than one year.',
    remediation: 'Extend log retention; HIPAA requires 6 years for documentation.',
    mappings: { soc2: ['CC7.2'], iso27001: ['A.8.15'], csf: ['PR.PS-04'], law: ['45 CFR 164.316'] },
  },
  {
    id: 'LOG-04',
    path: 'controlBaseline.logging.centralized',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [{ member: 'controlBaseline.logging.centralized', asks: 'oneOf', values: [false] }],
        handles: SENSITIVE_CLASSES,
      },
    ],
    description: 'Logs are stored where an intruder can change them.',
    remediation: 'Centralize logs in a separate account.',
    mappings: { soc2: ['CC7.2'], iso27001: ['A.8.15'], csf: ['DE.CM-09'], law: [] },
  },
  {
    id: 'WKS-01',
    path: 'controlBaseline.workstationSecurity.diskEncryption',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'controlBaseline.workstationSecurity.diskEncryption', asks: 'oneOf', values: [false] }],
        handles: SENSITIVE_CLASSES,
      },
    ],
    description: 'A lost laptop would expose sensitive data.',
    remediation: 'Enforce full-disk encryption.',
    mappings: { soc2: ['CC6.7'], iso27001: ['A.8.1'], csf: ['PR.DS-01'], law: [] },
  },
  {
    id: 'WKS-02',
    path: 'controlBaseline.workstationSecurity.edr',
    severity: 'warning',
    isRecoverable: false,
    when: [{ tests: [{ member: 'controlBaseline.workstationSecurity.edr', asks: 'oneOf', values: [false] }] }],
    description: 'Workstations have no detection of malware and intruders.',
    remediation: 'Deploy endpoint detection and response.',
    mappings: { soc2: ['CC6.8'], iso27001: ['A.8.7'], csf: ['DE.CM-09'], law: [] },
  },
  {
    id: 'WKS-03',
    path: 'controlBaseline.workstationSecurity.screenLock',
    severity: 'warning',
    isRecoverable: false,
    when: [{ tests: [{ member: 'controlBaseline.workstationSecurity.screenLock', asks: 'oneOf', values: [false] }] }],
    description: 'Unattended workstations stay unlocked.',
    remediation: 'Enforce a screen lock within 15 minutes.',
    mappings: { soc2: ['CC6.1'], iso27001: ['A.7.7'], csf: ['PR.AA-05'], law: [] },
  },
]
