import { SENSITIVE_CLASSES } from './rules/data-classes.ts'
import type { Condition } from './rules/rule.ts'

/** Version of the questionnaire CSA CCM CAIQ whose ids are used. Version 4.1 renumbers some questions. */
export const CAIQ_VERSION = '4.0'

/** A question of the questionnaire by id; its text is CSA's and not included. */
export interface CaiqQuestion {
  readonly id: string
  /** The first claims are the fields of `paths`, in the same order. */
  readonly claims: readonly string[]
  /** Path prefixes of the fields, and of the findings that concern the question. */
  readonly paths: readonly string[]
  /** `whole`: the intake answers the full question. `part`: the question covers more than an intake states. */
  readonly covers: 'whole' | 'part'
  readonly yes: readonly Condition[]
  readonly no: readonly Condition[]
}

const BASE = 'controlBaseline'
const SCOPE = `${BASE}.mfa.scope`
const AT_REST = `${BASE}.encryptionAtRest.algo`
const TLS_VERSION = `${BASE}.encryptionInTransit.tlsVersion`
const RETENTION_DAYS = `${BASE}.logging.retentionDays`
const oneOf = (member: string, ...values: readonly (string | boolean)[]): Condition => ({
  tests: [{ member, asks: 'oneOf', values }],
})
const auditOf = (name: string, ...statuses: readonly string[]): Condition => ({
  tests: [
    { member: `certifications.${name}.status`, asks: 'oneOf', values: statuses },
    { member: `certifications.${name}.lastAudit`, asks: 'recent', limit: 365 },
  ],
})

const workstationQuestion = (id: string, claim: string, member: string): CaiqQuestion => {
  const path = `${BASE}.workstationSecurity.${member}`
  return { id, claims: [claim], paths: [path], covers: 'whole', yes: [oneOf(path, true)], no: [oneOf(path, false)] }
}

export const CAIQ_QUESTIONS: readonly CaiqQuestion[] = [
  // Independent assessments, yearly.
  {
    id: 'A&A-02.1',
    claims: ['soc2', 'iso27001'],
    paths: ['certifications.soc2', 'certifications.iso27001'],
    covers: 'part',
    yes: [
      auditOf('soc2', 'type-i', 'type-ii', 'certified', 'completed'),
      auditOf('iso27001', 'certified', 'completed'),
    ],
    no: [
      {
        tests: [
          ...oneOf('certifications.soc2.status', 'none').tests,
          ...oneOf('certifications.iso27001.status', 'none').tests,
        ],
      },
    ],
  },
  // Encryption at rest and in transit. An intake does not state whether libraries are certified.
  {
    id: 'CEK-03.1',
    claims: ['encryptionAtRest', 'encryptionInTransit'],
    paths: [AT_REST, TLS_VERSION],
    covers: 'part',
    yes: [
      {
        tests: [
          { member: AT_REST, asks: 'noneOf', values: ['none'] },
          { member: TLS_VERSION, asks: 'oneOf', values: ['tls-1.2', 'tls-1.3'] },
        ],
      },
    ],
    no: [oneOf(AT_REST, 'none'), oneOf(TLS_VERSION, 'none', 'legacy', 'tls-1.0', 'tls-1.1')],
  },
  // Least privilege. A role-based model is neither yes nor no, because roles alone do not show how much they grant.
  {
    id: 'IAM-05.1',
    claims: ['iam'],
    paths: [`${BASE}.iam.model`],
    covers: 'whole',
    yes: [oneOf(`${BASE}.iam.model`, 'least-privilege')],
    no: [oneOf(`${BASE}.iam.model`, 'flat', 'ad-hoc', 'none')],
  },
  // Strong authentication, for privileged users and for sensitive data at least.
  {
    id: 'IAM-14.1',
    claims: ['mfa', 'dataHandled'],
    paths: [SCOPE],
    covers: 'part',
    yes: [oneOf(SCOPE, 'universal'), { ...oneOf(SCOPE, 'privileged-only'), handlesNone: SENSITIVE_CLASSES }],
    no: [oneOf(SCOPE, 'none', 'partial'), { ...oneOf(SCOPE, 'privileged-only'), handles: SENSITIVE_CLASSES }],
  },
  // Management of passwords. The question does not state whether partial coverage is enough.
  {
    id: 'IAM-15.1',
    claims: ['passwordManager'],
    paths: [`${BASE}.passwordManager.coverage`],
    covers: 'part',
    yes: [oneOf(`${BASE}.passwordManager.coverage`, 'universal')],
    no: [oneOf(`${BASE}.passwordManager.coverage`, 'none')],
  },
  // Security and retention of audit logs.
  {
    id: 'LOG-02.1',
    claims: ['logRetentionDays', 'logsCentralized'],
    paths: [RETENTION_DAYS, `${BASE}.logging.centralized`],
    covers: 'part',
    yes: [
      {
        tests: [
          { member: RETENTION_DAYS, asks: 'atLeast', limit: 90 },
          { member: `${BASE}.logging.centralized`, asks: 'oneOf', values: [true] },
        ],
      },
    ],
    no: [{ tests: [{ member: RETENTION_DAYS, asks: 'below', limit: 30 }] }],
  },
  // Periodic penetration tests.
  {
    id: 'TVM-06.1',
    claims: ['penTest'],
    paths: ['certifications.penTest'],
    covers: 'part',
    yes: [auditOf('penTest', 'completed', 'certified')],
    no: [oneOf('certifications.penTest.status', 'none')],
  },
  workstationQuestion('UEM-06.1', 'screenLock', 'screenLock'),
  workstationQuestion('UEM-08.1', 'diskEncryption', 'diskEncryption'),
  workstationQuestion('UEM-09.1', 'endpointDetection', 'edr'),
]
