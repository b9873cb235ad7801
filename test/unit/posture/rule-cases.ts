import type { Edits } from './world.ts'

/** An intake with one finding of one rule, and its twin without findings. */
export interface RuleCase {
  readonly id: string
  readonly path: string
  readonly fires: Edits
  readonly satisfies: Edits
}

const BASE = 'controlBaseline'
/** A case of a member with a bad and a good value, and common edits of both. */
const fieldCase = (id: string, path: string, bad: unknown, good: unknown, commonEdits: Edits = {}): RuleCase => ({
  id,
  path: path.replace(/\.(\d+)\./, '[$1].'),
  fires: { ...commonEdits, [path]: bad },
  satisfies: { ...commonEdits, [path]: good },
})
/** A case that differs only in the handled classes of data. */
const classCase = (
  id: string,
  path: string,
  edits: Edits,
  bad: readonly string[],
  good: readonly string[],
): RuleCase => ({
  id,
  path,
  fires: { ...edits, dataHandled: bad },
  satisfies: { ...edits, dataHandled: good },
})
const handles = (...names: readonly string[]): Edits => ({ dataHandled: names })
const sub = (edits: Edits): Edits => ({
  'subprocessors.1': { name: 'Mailer', purpose: 'Mails', dataAccess: [], jurisdiction: 'Ireland', dpaSigned: true },
  ...edits,
})
const incident = (resolution: string, severity = 'high', date = '2024-05-01') => ({
  date,
  severity,
  resolution,
  scope: 'All',
})
const MFA = `${BASE}.mfa.scope`
const AT_REST = `${BASE}.encryptionAtRest.algo`
const TLS = `${BASE}.encryptionInTransit.tlsVersion`
const IAM = `${BASE}.iam.model`
const DAYS = `${BASE}.logging.retentionDays`
const CENTRAL = `${BASE}.logging.centralized`
const WKS = `${BASE}.workstationSecurity`
const PWD = `${BASE}.passwordManager.coverage`
const CHG = `${BASE}.peerReview.model`
const CICD = 'techStack.cicd'
const MON = 'techStack.monitoring'
const PEN = 'certifications.penTest'

const CONTROL_CASES: readonly RuleCase[] = [
  ...['phi', 'pci', 'biometric', 'credentials', 'health'].flatMap((name) => [
    fieldCase('MFA-01', MFA, 'none', 'universal', handles('pii', name)),
    fieldCase('MFA-03', MFA, 'partial', 'universal', handles(name)),
    fieldCase('ENC-03', AT_REST, 'aes-128', 'aes-256', handles(name)),
    fieldCase('ENC-03', AT_REST, 'cloud-provider-default', 'customer-managed-keys', handles(name)),
    fieldCase('IAM-01', IAM, 'flat', 'role-based', handles(name)),
    fieldCase('IAM-01', IAM, 'none', 'attribute-based', handles(name)),
    fieldCase('CHG-01', CHG, 'none', 'multi-agent', handles(name)),
  ]),
  ...['phi', 'pci', 'financial', 'biometric', 'credentials', 'health'].flatMap((name) => [
    fieldCase('ENC-01', AT_REST, 'none', 'aes-256', handles('pii', name)),
    fieldCase('TLS-02', TLS, 'tls-1.0', 'tls-1.2', handles(name)),
    fieldCase('TLS-02', TLS, 'tls-1.1', 'tls-1.3', handles(name)),
    fieldCase('LOG-04', CENTRAL, false, true, handles(name)),
    fieldCase('WKS-01', `${WKS}.diskEncryption`, false, true, handles(name)),
    fieldCase('MON-01', MON, [], ['sentry'], handles(name)),
    fieldCase('MON-01', MON, ['none'], ['none', 'other'], handles(name)),
  ]),
  ...[['none'], ['pii'], ['financial']].flatMap((names) => [
    fieldCase('MFA-02', MFA, 'none', 'universal', handles(...names)),
    fieldCase('MFA-04', MFA, 'partial', 'universal', handles(...names)),
    fieldCase('IAM-02', IAM, 'flat', 'role-based', handles(...names)),
    fieldCase('IAM-02', IAM, 'none', 'least-privilege', handles(...names)),
    fieldCase('CHG-02', CHG, 'none', 'peer', handles(...names)),
  ]),
  fieldCase('MFA-04', MFA, 'privileged-only', 'universal', handles('phi')),
  fieldCase('ENC-02', AT_REST, 'none', 'aes-128'),
  classCase('ENC-02', AT_REST, { [AT_REST]: 'none' }, ['pii'], ['none']),
  ...['none', 'legacy'].map((version) => fieldCase('TLS-01', TLS, version, 'tls-1.2', handles('none'))),
  ...['tls-1.0', 'tls-1.1'].map((version) => fieldCase('TLS-03', TLS, version, 'tls-1.2')),
  fieldCase('IAM-02', IAM, 'ad-hoc', 'least-privilege', handles('phi')),
  fieldCase('LOG-01', DAYS, 29, 30, handles('financial')),
  classCase('LOG-01', DAYS, { [DAYS]: 0 }, ['credentials'], ['pii']),
  fieldCase('LOG-02', DAYS, 364, 365, handles('pci')),
  fieldCase('LOG-03', DAYS, 364, 365, handles('phi')),
  fieldCase('LOG-03', DAYS, 30, 365, handles('health')),
  fieldCase('WKS-02', `${WKS}.edr`, false, true),
  fieldCase('WKS-03', `${WKS}.screenLock`, false, true),
  fieldCase('PWD-01', PWD, 'none', 'universal', handles('credentials')),
  fieldCase('PWD-02', PWD, 'partial', 'universal', handles('credentials')),
  fieldCase('PWD-02', PWD, 'none', 'universal'),
  fieldCase('CHG-02', CHG, 'single-maintainer', 'peer', handles('phi')),
  fieldCase('CHG-02', CHG, 'automated-only', 'multi-agent'),
  fieldCase('CHG-03', CICD, ['manual'], ['manual', 'jenkins']),
  fieldCase('CHG-03', CICD, ['manual'], []),
]

const LIST_CASES: readonly RuleCase[] = [
  ...['phi', 'pci'].map((name) =>
    fieldCase('SUB-01', 'subprocessors.1.dpaSigned', false, true, {
      ...handles(name),
      ...sub({ 'subprocessors.1.dataAccess': [name] }),
    }),
  ),
  ...['pii', 'financial', 'biometric', 'credentials', 'health'].map((name) =>
    fieldCase('SUB-02', 'subprocessors.1.dpaSigned', false, true, {
      ...handles(name),
      ...sub({ 'subprocessors.1.dataAccess': [name] }),
    }),
  ),
  fieldCase(
    'SUB-03',
    'subprocessors.1.dataAccess',
    ['pii', 'financial'],
    ['pii', 'logs', 'telemetry', 'metadata', 'billing', 'support', 'none'],
    sub({}),
  ),
  ...[
    ['US', 'Germany, France'],
    ['Germany, US', ' de '],
    ['Canada', 'United Kingdom'],
    ['Mars', 'EU/UK'],
  ].map(([bad, good]) =>
    fieldCase('SUB-04', 'subprocessors.1.jurisdiction', bad, good, {
      ...sub({ 'subprocessors.1.dataAccess': ['pii'] }),
      'companyProfile.dataResidency': ['eu', 'uk'],
    }),
  ),
  fieldCase('SUB-04', 'subprocessors.0.jurisdiction', 'US', 'Japan', { 'subprocessors.0.dataAccess': ['pii'] }),
  {
    id: 'SUB-05',
    path: 'subprocessors',
    fires: { subprocessors: [], 'techStack.cloudProvider': ['on-prem', 'fly'] },
    satisfies: { subprocessors: [], 'techStack.cloudProvider': ['on-prem', 'hybrid', 'other'] },
  },
  ...['', ' Open', 'ongoing', 'TBD'].map((text) =>
    fieldCase('INC-01', 'incidentHistory.1.resolution', text, 'Keys were changed', {
      'incidentHistory.1': incident(''),
    }),
  ),
  fieldCase('INC-01', 'incidentHistory.1.resolution', 'open', 'closed', {
    'incidentHistory.1': incident('', 'critical'),
  }),
  fieldCase(
    'INC-02',
    'incidentHistory',
    [incident('done', 'high', '2025-11-27'), incident('done', 'critical', '2026-11-27')],
    [incident('done', 'high', '2025-11-26'), incident('done', 'critical', '2026-11-27')],
  ),
  ...['phi', 'pci'].flatMap((name) =>
    ['none', 'in-progress', 'scheduled', 'type-i', 'type-ii'].map((status) =>
      fieldCase('CRT-01', `${PEN}.status`, status, 'certified', {
        ...handles(name),
        [`${PEN}.lastAudit`]: '2026-11-01',
      }),
    ),
  ),
  ...['completed', 'type-i', 'type-ii', 'certified'].flatMap((status) =>
    ['soc2', 'iso27001', 'penTest'].flatMap((name) => {
      const besides = { [`certifications.${name}.status`]: status }
      const path = `certifications.${name}.lastAudit`
      return [
        fieldCase('CRT-02', path, '2025-11-26', '2025-11-27', besides),
        fieldCase('CRT-02', path, undefined, '2026-11-27', besides),
      ]
    }),
  ),
  ...['enterprise', 'government'].flatMap((type) =>
    ['soc2', 'iso27001'].map((name) => ({
      id: 'CRT-03',
      path: 'certifications',
      fires: { 'companyProfile.customerTypes': [type] },
      satisfies: { 'companyProfile.customerTypes': [type], [`certifications.${name}.status`]: 'in-progress' },
    })),
  ),
  ...['', '  ', 'TBD', 'n/a', ' None ', 'unknown', 'todo', '-', '?', '...', '—'].map((owner) =>
    fieldCase('GOV-01', `${BASE}.iam.owner`, owner, 'Bo'),
  ),
  {
    id: 'GOV-02',
    path: 'compensatingControls[0].gap',
    satisfies: {},
    fires: { compensatingControls: [{ gap: 'MFA-02', mitigation: '', owner: '' }] },
  },
  classCase('GOV-03', 'dataHandled', { 'companyProfile.customerTypes': ['consumer'] }, ['none'], ['pii']),
]

/** Each rule with each condition of the table, at its bounds. */
export const RULE_CASES: readonly RuleCase[] = [...CONTROL_CASES, ...LIST_CASES]
