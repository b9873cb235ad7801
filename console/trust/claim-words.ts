import { claimText } from '@signet/posture/claim-text'
import { certificationName } from '@signet/posture/value-labels'

const NAMES: Readonly<Record<string, string>> = {
  organization: 'Company',
  asOf: 'Judged on',
  ruleset: 'Rules',
  findings: 'Findings of the rules',
  dataHandled: 'Classes of data',
  dataResidency: 'Where data stays',
  incidents: 'Incidents by severity',
  mfa: 'MFA required for',
  encryptionAtRest: 'Encryption at rest',
  encryptionInTransit: 'Minimum TLS version',
  iam: 'Access model',
  logRetentionDays: 'Days for which logs are kept',
  logsCentralized: 'Logs are centralised',
  screenLock: 'Screens lock',
  diskEncryption: 'Disks are encrypted',
  endpointDetection: 'Endpoint detection runs',
  passwordManager: 'Password manager for',
  peerReview: 'Changes are reviewed by',
}

const MEMBERS: Readonly<Record<string, string>> = {
  status: 'status',
  lastAudit: 'last audit',
  dataAccess: 'reaches',
  dpaSigned: 'data processing agreement signed',
  ruleset: 'version',
  sha256: 'SHA-256',
}

/** `subprocessors[0]` in words: “Subprocessor 1”. A claim of a later version is shown as it is. */
export const claimName = (name: string): string => {
  const nth = /^subprocessors\[(\d+)\]$/.exec(name)?.[1]
  return nth === undefined ? (NAMES[name] ?? certificationName(name) ?? name) : `Subprocessor ${Number(nth) + 1}`
}

export const claimWords = (name: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return claimText(name, value)
  return Object.entries(value)
    .map(([member, each]) => `${MEMBERS[member] ?? member}: ${claimText(member, each)}`)
    .join('; ')
}
