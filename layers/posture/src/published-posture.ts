import { type CaiqAnswer, caiqAnswer } from './caiq.ts'
import { CAIQ_QUESTIONS } from './caiq-questions.ts'
import type { ClaimValue } from './claims.ts'
import { CERTIFICATIONS, type CertificationName } from './intake-values.ts'
import type { Intake } from './schemas.ts'

export interface PublishedSubprocessor {
  readonly name: string
  readonly purpose: string
  readonly dataAccess: readonly string[]
  readonly jurisdiction: string
  readonly dpaSigned: boolean
}

export interface PublishedPosture {
  readonly organization: string
  /** The day of the verdict, YYYY-MM-DD. */
  readonly asOf: string
  readonly ruleset: { readonly ruleset: string; readonly sha256: string }
  readonly findings: { readonly open: number; readonly recovered: number; readonly warnings: number }
  readonly dataHandled: readonly string[]
  readonly dataResidency: readonly string[]
  /** Controls by the names of their claims, in the order of the specification. */
  readonly controls: Readonly<Record<ControlClaim, string | number | boolean>>
  readonly certifications: Readonly<
    Record<CertificationName, { readonly status: string; readonly lastAudit?: string | undefined }>
  >
  readonly incidents: Readonly<Record<string, number>>
  readonly subprocessors: readonly PublishedSubprocessor[]
}

export const CONTROL_CLAIMS = [
  ...(['mfa', 'encryptionAtRest', 'encryptionInTransit', 'iam', 'logRetentionDays', 'logsCentralized'] as const),
  ...(['screenLock', 'diskEncryption', 'endpointDetection', 'passwordManager', 'peerReview'] as const),
] as const
export type ControlClaim = (typeof CONTROL_CLAIMS)[number]

export type PublishedAnswer = Omit<CaiqAnswer, 'findings'>

const SUBPROCESSOR = /^subprocessors\[(\d+)\]$/

/**
 * Reads the public claims of a receipt, in the format of version 1.
 * @param claims values by name, as built by `claimsOf`; the signature guarantees their shape
 * @throws TypeError that names a missing claim
 */
export const publishedPosture = (claims: Readonly<Record<string, ClaimValue>>): PublishedPosture => {
  const claim = <Value>(name: string): Value => {
    const value = claims[name]
    if (value === undefined) throw new TypeError(`The claims lack "${name}"`)
    return value as Value
  }
  const subprocessorNames = Object.keys(claims).filter((name) => SUBPROCESSOR.test(name))
  return {
    organization: claim('organization'),
    asOf: claim('asOf'),
    ruleset: claim('ruleset'),
    findings: claim('findings'),
    dataHandled: claim('dataHandled'),
    dataResidency: claim('dataResidency'),
    controls: Object.fromEntries(
      CONTROL_CLAIMS.map((name) => [name, claim(name)]),
    ) as unknown as PublishedPosture['controls'],
    certifications: Object.fromEntries(
      CERTIFICATIONS.map((name) => [name, claim(name)]),
    ) as unknown as PublishedPosture['certifications'],
    incidents: claim('incidents'),
    subprocessors: subprocessorNames.map((_, nth) => claim(`subprocessors[${nth}]`)),
  }
}

const intakeFieldsOf = ({ controls, certifications, dataHandled }: PublishedPosture) => ({
  dataHandled,
  certifications,
  controlBaseline: {
    mfa: { scope: controls.mfa },
    encryptionAtRest: { algo: controls.encryptionAtRest },
    encryptionInTransit: { tlsVersion: controls.encryptionInTransit },
    iam: { model: controls.iam },
    logging: { retentionDays: controls.logRetentionDays, centralized: controls.logsCentralized },
    workstationSecurity: {
      screenLock: controls.screenLock,
      diskEncryption: controls.diskEncryption,
      edr: controls.endpointDetection,
    },
    passwordManager: { coverage: controls.passwordManager },
    peerReview: { model: controls.peerReview },
  },
})

/** Questions of CAIQ v4.0 that public claims answer, by id: the same answers as those of the intake (`caiqAnswers`). */
export const publishedAnswers = (posture: PublishedPosture): readonly PublishedAnswer[] => {
  const intake = intakeFieldsOf(posture) as unknown as Intake
  return CAIQ_QUESTIONS.flatMap((question) => caiqAnswer(question, intake, posture.asOf) ?? [])
}
