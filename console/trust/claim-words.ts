import { claimText } from '@signet/posture/claim-text'
import { certificationName } from '@signet/posture/value-labels'

const CLAIM_LABELS: Readonly<Record<string, string>> = {
  organization: 'Company',
  asOf: 'Assessment date',
  ruleset: 'Rules',
  findings: 'Assessment findings',
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

const FIELD_LABELS: Readonly<Record<string, string>> = {
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
 * Returns the label of a claim: `subprocessors[0]` gives “Subprocessor 1”. Unknown claims keep their name.
 */
export const claimName = (name: string): string => {
  const index = /^subprocessors\[(\d+)\]$/.exec(name)?.[1]
  return index === undefined
    ? (CLAIM_LABELS[name] ?? certificationName(name) ?? name)
    : `Subprocessor ${Number(index) + 1}`
}

export const claimWords = (name: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return claimText(name, value)
  return Object.entries(value)
    .map(([field, fieldValue]) => {
      const label = field === 'lastAudit' ? lastAuditWords(name) : (FIELD_LABELS[field] ?? field)
      return `${label}: ${claimText(field, fieldValue)}`
    })
    .join('; ')
}
