import type { Rule } from './rule.ts'

export const INCIDENT_AND_AUDIT_RULES: readonly Rule[] = [
  {
    id: 'INC-01',
    path: 'incidentHistory[i].resolution',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [
          { member: 'incidentHistory[i].severity', asks: 'oneOf', values: ['high', 'critical'] },
          { member: 'incidentHistory[i].resolution', asks: 'says', values: ['', 'open', 'ongoing', 'tbd'] },
        ],
      },
    ],
    description: 'A severe incident is unresolved.',
    remediation: 'Resolve the incident and describe the resolution.',
    mappings: { soc2: ['CC7.4', 'CC7.5'], iso27001: ['A.5.26'], csf: ['RS.MA-01'], law: [] },
  },
  {
    id: 'INC-02',
    path: 'incidentHistory',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'incidentHistory', asks: 'severeWithin', values: ['high', 'critical'], limit: 365, least: 2 },
        ],
      },
    ],
    description: 'Two or more severe incidents occurred within a year.',
    remediation: 'Publish their root causes and the resulting changes.',
    mappings: { soc2: ['CC7.5'], iso27001: ['A.5.27'], csf: ['ID.IM-03'], law: [] },
  },
  {
    id: 'CRT-01',
    path: 'certifications.penTest.status',
    severity: 'disqualifier',
    isRecoverable: true,
    when: [
      {
        tests: [{ member: 'certifications.penTest.status', asks: 'noneOf', values: ['completed', 'certified'] }],
        handles: ['pci', 'phi'],
      },
    ],
    description: 'Health or card data is handled without a completed penetration test.',
    remediation: 'Commission a penetration test from an independent party.',
    mappings: { soc2: ['CC4.1'], iso27001: ['A.8.29'], csf: ['ID.IM-02'], law: ['PCI DSS 11.4'] },
  },
  {
    id: 'CRT-02',
    path: 'certifications.*.lastAudit',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'certifications.*.status', asks: 'oneOf', values: ['completed', 'type-i', 'type-ii', 'certified'] },
          { member: 'certifications.*.lastAudit', asks: 'olderThan', limit: 365 },
        ],
      },
    ],
    description: 'A certification is claimed without a date, or its audit is more than a year old.',
    remediation: 'Renew the certification, or restate its status.',
    mappings: { soc2: ['CC4.1'], iso27001: ['A.5.35'], csf: ['ID.IM-01'], law: [] },
  },
  {
    id: 'CRT-03',
    path: 'certifications',
    severity: 'warning',
    isRecoverable: false,
    when: [
      {
        tests: [
          { member: 'companyProfile.customerTypes', asks: 'hasAny', values: ['enterprise', 'government'] },
          { member: 'certifications.soc2.status', asks: 'oneOf', values: ['none'] },
          { member: 'certifications.iso27001.status', asks: 'oneOf', values: ['none'] },
        ],
      },
    ],
    description: 'Enterprises or governments are customers, but neither SOC 2 nor ISO 27001 has been started.',
    remediation: 'Start SOC 2 or ISO 27001.',
    mappings: { soc2: ['CC4.1'], iso27001: ['A.5.35'], csf: ['GV.OC-03'], law: [] },
  },
]
