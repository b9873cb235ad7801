import type { Rule } from './rule.ts'

export const GOVERNANCE_RULES: readonly Rule[] = [
  {
    id: 'GOV-01',
    path: 'controlBaseline.*.owner',
    severity: 'warning',
    isRecoverable: false,
    when: [{ tests: [{ member: 'controlBaseline.*.owner', asks: 'isPlaceholder' }] }],
    description: 'The control has no owner.',
    remediation: 'Name an owner.',
    mappings: { soc2: ['CC1.3'], iso27001: ['A.5.2'], csf: ['GV.RR-02'], law: [] },
  },
  {
    id: 'GOV-02',
    path: 'compensatingControls[i].gap',
    severity: 'warning',
    isRecoverable: false,
    when: [{ tests: [{ member: 'compensatingControls[i].gap', asks: 'namesNoFinding' }] }],
    description: 'The compensating control does not refer to a finding.',
    remediation: 'Correct the rule id or path in its gap, or remove it.',
    mappings: { soc2: ['CC3.2'], iso27001: ['A.5.8'], csf: ['GV.RM-06'], law: [] },
  },
  {
    id: 'GOV-03',
    path: 'dataHandled',
    severity: 'warning',
    isRecoverable: false,
    when: [
      { tests: [{ member: 'companyProfile.customerTypes', asks: 'hasAny', values: ['consumer'] }], handles: ['none'] },
    ],
    description: 'Consumers are customers, but no handled data is declared.',
    remediation: 'Confirm that no consumer data is handled, or list its classes.',
    mappings: { soc2: ['CC3.2'], iso27001: ['A.5.9'], csf: ['ID.AM-07'], law: [] },
  },
]
