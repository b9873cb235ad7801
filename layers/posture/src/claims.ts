import { requireDay } from './days.ts'
import {
  CERTIFICATIONS,
  type CertificationName,
  DATA_ACCESS,
  DATA_CLASSES,
  INCIDENT_SEVERITIES,
  REGIONS,
} from './intake-values.ts'
import type { Verdict } from './judge/judge-intake.ts'
import { ruleSet } from './rules/ciso-rules.ts'
import { CISO_RULESET } from './rules/ruleset-name.ts'
import type { Intake } from './schemas.ts'

/** Version of the claims format. A new field or name requires a new version. */
export const CLAIMS_SCHEMA_VERSION = 1

/** Value of a claim. Numbers are integers, so that every reader computes the same digest. */
export type ClaimValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string | number | boolean | readonly string[]>>

export interface Claim {
  /** Unique name, such as `mfa` or `subprocessors[0]`. */
  readonly name: string
  readonly value: ClaimValue
}

/** Distinct values in the order of the specification, so that the order of the payload is not disclosed. */
const inSpecificationOrder = <Value extends string>(
  values: readonly Value[],
  payloadValues: readonly Value[],
): readonly Value[] => values.filter((value) => payloadValues.includes(value))

/** Omits the scope of a penetration test. */
const certificationClaim = (name: CertificationName, { certifications }: Intake): Claim => {
  const { status, lastAudit } = certifications[name]
  return { name, value: { status, ...(lastAudit !== undefined && { lastAudit }) } }
}

const controlClaims = ({ controlBaseline: base }: Intake): readonly Claim[] => [
  { name: 'mfa', value: base.mfa.scope },
  { name: 'encryptionAtRest', value: base.encryptionAtRest.algo },
  { name: 'encryptionInTransit', value: base.encryptionInTransit.tlsVersion },
  { name: 'iam', value: base.iam.model },
  { name: 'logRetentionDays', value: base.logging.retentionDays },
  { name: 'logsCentralized', value: base.logging.centralized },
  { name: 'screenLock', value: base.workstationSecurity.screenLock },
  { name: 'diskEncryption', value: base.workstationSecurity.diskEncryption },
  { name: 'endpointDetection', value: base.workstationSecurity.edr },
  { name: 'passwordManager', value: base.passwordManager.coverage },
  { name: 'peerReview', value: base.peerReview.model },
]

const subprocessorClaims = ({ subprocessors }: Intake): readonly Claim[] =>
  subprocessors.map(({ name, purpose, dataAccess, jurisdiction, dpaSigned }, index) => ({
    name: `subprocessors[${index}]`,
    value: { name, purpose, dataAccess: inSpecificationOrder(DATA_ACCESS, dataAccess), jurisdiction, dpaSigned },
  }))

/** Discloses the number of incidents, without details. */
const incidentClaim = ({ incidentHistory }: Intake): Claim => {
  const counts = INCIDENT_SEVERITIES.map((severity) => {
    return [severity, incidentHistory.filter((incident) => incident.severity === severity).length] as const
  })
  return { name: 'incidents', value: Object.fromEntries(counts) }
}

const findingsClaim = ({ findings }: Verdict): Claim => {
  const disqualifiers = findings.filter(({ severity }) => severity === 'disqualifier')
  const recovered = disqualifiers.filter(({ recoveredBy }) => recoveredBy !== undefined).length
  const warnings = findings.length - disqualifiers.length
  return { name: 'findings', value: { open: disqualifiers.length - recovered, recovered, warnings } }
}

/**
 * The public claims of an intake, in a fixed order. Never includes control owners, notes, mitigations, scope and
 * resolution of incidents, the number of employees, or the password manager.
 * @param verdict result of `judgeIntake` for the same day
 * @param asOf the day of the verdict, YYYY-MM-DD
 * @throws RangeError for an invalid date
 */
export const claimsOf = (intake: Intake, verdict: Verdict, asOf: string): readonly Claim[] => {
  requireDay(asOf, 'asOf')
  return [
    { name: 'organization', value: intake.companyProfile.name },
    { name: 'asOf', value: asOf },
    { name: 'ruleset', value: { ruleset: CISO_RULESET, sha256: ruleSet().sha256 } },
    findingsClaim(verdict),
    { name: 'dataHandled', value: inSpecificationOrder(DATA_CLASSES, intake.dataHandled) },
    { name: 'dataResidency', value: inSpecificationOrder(REGIONS, intake.companyProfile.dataResidency) },
    ...controlClaims(intake),
    ...CERTIFICATIONS.map((name) => certificationClaim(name, intake)),
    incidentClaim(intake),
    ...subprocessorClaims(intake),
  ]
}
