import { certificationName } from '@signet/posture/value-labels'

const LABELS: Readonly<Record<string, string>> = {
  organization: 'Organization name',
  asOf: 'Evaluation date',
  ruleset: 'Ruleset',
  findings: 'Evaluation findings',
  dataHandled: 'Data classes',
  dataResidency: 'Data residency',
  incidents: 'Disclosed incidents',
  mfa: 'Multi-factor authentication',
  encryptionAtRest: 'Encryption at rest',
  encryptionInTransit: 'Encryption in transit',
  iam: 'Access control',
  logRetentionDays: 'Log retention (days)',
  logsCentralized: 'Centralized logging',
  screenLock: 'Screen lock',
  diskEncryption: 'Disk encryption',
  endpointDetection: 'Endpoint detection',
  passwordManager: 'Password manager',
  peerReview: 'Change review',
}

/**
 * Returns the label of a claim: `subprocessors[0]` gives “Subprocessor 1”. For an unknown claim, the name is the label.
 */
export const claimLabel = (name: string): string => {
  const nth = /^subprocessors\[(\d+)\]$/.exec(name)?.[1]
  return nth === undefined ? (LABELS[name] ?? certificationName(name) ?? name) : `Subprocessor ${Number(nth) + 1}`
}
