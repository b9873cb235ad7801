import type { Intake } from '@signet/posture'
import * as fc from 'fast-check'
import { SPEC_VALUES } from './spec-values.ts'

/** The day of all verdicts in these tests. */
export const AS_OF = '2026-11-27'

const owner = 'Ada Kay'

/** An intake without findings, for any handled classes of data. */
export const faultFreeIntake = (): Intake => ({
  schemaVersion: 1,
  companyProfile: {
    name: 'Loaf Ltd',
    employeeCount: 12,
    foundingDate: '2020-02-29',
    fundingStage: 'seed',
    customerTypes: ['smb'],
    dataResidency: ['eu'],
  },
  techStack: {
    cloudProvider: ['aws'],
    compute: ['lambda'],
    database: ['dynamodb'],
    monitoring: ['sentry'],
    cicd: ['github-actions'],
  },
  dataHandled: ['pii'],
  controlBaseline: {
    mfa: { scope: 'universal', owner },
    encryptionAtRest: { algo: 'aes-256', owner },
    encryptionInTransit: { tlsVersion: 'tls-1.3', owner },
    iam: { model: 'least-privilege', owner },
    logging: { retentionDays: 365, centralized: true, owner },
    workstationSecurity: { screenLock: true, diskEncryption: true, edr: true, owner },
    passwordManager: { tool: 'Vault', coverage: 'universal', owner },
    peerReview: { model: 'peer', owner },
  },
  subprocessors: [{ name: 'AWS', purpose: 'Hosting', dataAccess: ['logs'], jurisdiction: 'Ireland', dpaSigned: true }],
  incidentHistory: [{ date: '2026-01-05', severity: 'low', scope: 'One page', resolution: 'A retry was added' }],
  certifications: {
    soc2: { status: 'none' },
    iso27001: { status: 'none' },
    penTest: { status: 'completed', lastAudit: '2026-06-01' },
  },
  compensatingControls: [],
})

/** Values by path, such as `subprocessors.0.dpaSigned`. */
export type Edits = Readonly<Record<string, unknown>>

/** Returns a copy of an intake with other values; undefined removes a member. */
export const edited = (edits: Edits, intake: Intake = faultFreeIntake()): Intake => {
  const copy = structuredClone(intake)
  for (const [path, value] of Object.entries(edits)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce<Record<string, unknown>>(
      (node, name) => node[name] as Record<string, unknown>,
      copy as unknown as Record<string, unknown>,
    )
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return copy
}

const valuesOf = (path: string): readonly string[] => SPEC_VALUES[path] ?? []
const oneOf = (path: string) => fc.constantFrom(...valuesOf(path))
const someOf = (path: string) => fc.subarray([...valuesOf(path)])
const day = fc
  .integer({ min: 0, max: 800 })
  .map((daysBefore) => new Date(Date.parse(AS_OF) - daysBefore * 86_400_000).toISOString().slice(0, 10))

const OWNERS = ['Ada Kay', 'Bo', ' Security team ', '', '  ', 'TBD', 'n/a', ' None', '-', '?', 'unknown', 'Todo', '...']
const GAPS = [
  ...['MFA-01', 'MFA-02', 'mfa-03', ' ENC-02 ', 'tls-03', 'IAM-01', 'LOG-01', 'LOG-02', 'WKS-01', 'PWD-01', 'CHG-01'],
  ...['MON-01', 'SUB-01', 'sub-02', 'INC-01', 'CRT-01', 'GOV-01', 'GOV-02', 'GOV-03', 'ENC-01', 'XYZ-09', ''],
  ...['controlBaseline.mfa.scope', 'CONTROLBASELINE.logging.retentionDays ', 'subprocessors[1].dpaSigned'],
  ...['subprocessors[i].dpaSigned', 'incidentHistory[0].resolution', 'incidentHistory[i].resolution', 'dataHandled'],
  ...[
    'controlBaseline.*.owner',
    'techStack.monitoring',
    'certifications.penTest.status',
    'certifications.soc2.lastAudit',
  ],
]
const MITIGATIONS = [
  '',
  'Too short',
  '  nineteen letters s  ',
  'It is twenty letters',
  'A second person signs each of them by hand',
]
const JURISDICTIONS = ['Ireland', ' germany ', 'EU', 'UK', 'Japan', 'US', 'India', 'Mars']

const withOwner = <Members extends object>(members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> }) =>
  fc.record({ ...members, owner: fc.constantFrom(...OWNERS) } as never)

const handled = fc.oneof(
  fc.constant(['none']),
  fc.subarray(
    [...valuesOf('dataHandled')].filter((name) => name !== 'none'),
    { minLength: 1 },
  ),
)
const control = 'controlBaseline'
const certification = (name: string) =>
  fc.record({ status: oneOf(`certifications.${name}.status`), lastAudit: day }, { requiredKeys: ['status'] })

/** Generates intakes of every shape that passes the schema and the faults. */
export const anyIntake: fc.Arbitrary<Intake> = fc.record({
  schemaVersion: fc.constant(1),
  companyProfile: fc.record({
    name: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
    employeeCount: fc.nat(5_000),
    foundingDate: day,
    fundingStage: oneOf('companyProfile.fundingStage'),
    customerTypes: someOf('companyProfile.customerTypes'),
    dataResidency: fc.oneof(fc.subarray(['eu', 'uk']), someOf('companyProfile.dataResidency')),
  }),
  techStack: fc.record({
    cloudProvider: someOf('techStack.cloudProvider'),
    compute: someOf('techStack.compute'),
    database: someOf('techStack.database'),
    monitoring: fc.oneof(fc.constant(['none']), someOf('techStack.monitoring')),
    cicd: fc.oneof(fc.constant(['manual']), someOf('techStack.cicd')),
  }),
  dataHandled: handled,
  controlBaseline: fc.record({
    mfa: withOwner({ scope: oneOf(`${control}.mfa.scope`) }),
    encryptionAtRest: withOwner({ algo: oneOf(`${control}.encryptionAtRest.algo`) }),
    encryptionInTransit: withOwner({ tlsVersion: oneOf(`${control}.encryptionInTransit.tlsVersion`) }),
    iam: withOwner({ model: oneOf(`${control}.iam.model`) }),
    logging: withOwner({ retentionDays: fc.constantFrom(0, 7, 29, 30, 90, 364, 365, 400), centralized: fc.boolean() }),
    workstationSecurity: withOwner({ screenLock: fc.boolean(), diskEncryption: fc.boolean(), edr: fc.boolean() }),
    passwordManager: withOwner({ tool: fc.constant('Vault'), coverage: oneOf(`${control}.passwordManager.coverage`) }),
    peerReview: withOwner({ model: oneOf(`${control}.peerReview.model`) }),
  }),
  subprocessors: fc.array(
    fc.record({
      name: fc.constantFrom('AWS', 'Mailer', 'Desk'),
      purpose: fc.constant('Hosting'),
      dataAccess: someOf('subprocessors.0.dataAccess'),
      jurisdiction: fc.constantFrom(...JURISDICTIONS),
      dpaSigned: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  incidentHistory: fc.array(
    fc.record({
      date: fc.oneof(day, fc.constantFrom('2025-11-27', '2025-11-26')),
      severity: oneOf('incidentHistory.0.severity'),
      scope: fc.constant('A page'),
      resolution: fc.constantFrom('', 'Open', ' ongoing', 'TBD ', 'closed', 'A retry was added'),
    }),
    { maxLength: 4 },
  ),
  certifications: fc.record({
    soc2: certification('soc2'),
    iso27001: certification('iso27001'),
    penTest: certification('penTest'),
  }),
  compensatingControls: fc.array(
    fc.record({
      gap: fc.constantFrom(...GAPS),
      mitigation: fc.oneof(fc.constant('It is twenty letters'), fc.constantFrom(...MITIGATIONS)),
      owner: fc.oneof(fc.constant('Ada Kay'), fc.constantFrom(...OWNERS)),
    }),
    { maxLength: 12 },
  ),
}) as unknown as fc.Arbitrary<Intake>
