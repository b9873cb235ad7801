import { claimText } from '@signet/posture/claim-text'
import { certificationName } from '@signet/posture/value-labels'

const NAMES: Readonly<Record<string, string>> = {
  organization: 'Company',
  asOf: 'Assessment date',
  ruleset: 'Rules',
  findings: 'Evaluation findings',
  dataHandled: 'Data classes',
  dataResidency: 'Data residency',
  incidents: 'Incidents by severity',
  mfa: 'MFA required for',
  encryptionAtRest: 'Encryption at rest',
  encryptionInTransit: 'Minimum TLS version',
  iam: 'Access model',
  logRetentionDays: 'Log retention (days)',
  logsCentralized: 'Centralized logging',
  screenLock: 'Screen lock',
  diskEncryption: 'Disk encryption',
  endpointDetection: 'Endpoint detection',
  passwordManager: 'Password manager for',
  peerReview: 'Change review',
}

const MEMBERS: Readonly<Record<string, string>> = {
  status: 'status',
  recovered: 'mitigated',
  dataAccess: 'data accessed',
  dpaSigned: 'data processing agreement signed',
  ruleset: 'version',
  sha256: 'SHA-256',
}

/** Returns the label of the last audit of a certification. A penetration test is a test, not an audit. */
export const lastAuditWords = (certification: string): string =>
  certification === 'penTest' ? 'last test' : 'last audit'

/**
 * Returns the label of a claim: `subprocessors[0]` gives “Subprocessor 1”. Unknown claims of later versions keep their
 * name.
 */
export const claimName = (name: string): string => {
  const nth = /^subprocessors\[(\d+)\]$/.exec(name)?.[1]
  return nth === undefined ? (NAMES[name] ?? certificationName(name) ?? name) : `Subprocessor ${Number(nth) + 1}`
}

export const claimWords = (name: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return claimText(name, value)
  return Object.entries(value)
    .map(([member, each]) => {
      const label = member === 'lastAudit' ? lastAuditWords(name) : (MEMBERS[member] ?? member)
      return `${label}: ${claimText(member, each)}`
    })
    .join('; ')
}
