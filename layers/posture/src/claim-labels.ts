import { claimText } from './claim-text.ts'
import { certificationName } from './value-labels.ts'

/** Kind of the receipts about security assessments, which have these claims. */
export const ASSESSMENT_KIND = 'ciso.intake'

const LABELS: Readonly<Record<string, string>> = {
  organization: 'Organization name',
  asOf: 'Evaluation date',
  ruleset: 'Rules',
  findings: 'Evaluation findings',
  dataHandled: 'Data classes',
  dataResidency: 'Data residency (where data is stored)',
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
  peerReview: 'Code changes reviewed by',
}

/**
 * Returns the label of a claim: `subprocessors[0]` gives “Subprocessor 1”. For an unknown claim, the name is the label.
 */
export const claimLabel = (name: string): string => {
  const nth = /^subprocessors\[(\d+)\]$/.exec(name)?.[1]
  return nth === undefined ? (LABELS[name] ?? certificationName(name) ?? name) : `Subprocessor ${Number(nth) + 1}`
}

/** Returns the label of the last audit of a certification. A penetration test is a test, not an audit. */
export const lastAuditWords = (certification: string): string =>
  certification === 'penTest' ? 'last test' : 'last audit'

const FIELD_LABELS: Readonly<Record<string, string>> = {
  open: 'open gaps',
  recovered: 'gaps covered by another control',
  dataAccess: 'data accessed',
  dpaSigned: 'data processing agreement',
  ruleset: 'version',
  sha256: 'SHA-256',
}

/** Returns the label of a field within a claim, such as “open gaps” for `open` of the findings. */
const fieldLabel = (claim: string, field: string): string =>
  field === 'lastAudit' ? lastAuditWords(claim) : (FIELD_LABELS[field] ?? field)

/** Fields by severity, because receipts sort fields alphabetically. */
const SEVERITIES = ['critical', 'high', 'medium', 'low']

const ORDERED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  incidents: SEVERITIES,
  findings: ['open', 'recovered', 'warnings'],
}

const fieldNames = (claim: string, value: object): readonly string[] => {
  const names = Object.keys(value)
  const first = (ORDERED_FIELDS[claim] ?? []).filter((name) => names.includes(name))
  return [...first, ...names.filter((name) => !first.includes(name))]
}

/** Formats the value of a claim with the labels of its fields: `status: yes; last audit: 15 April 2026`. */
export const claimSummary = (name: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return claimText(name, value)
  const fields = value as Readonly<Record<string, unknown>>
  return fieldNames(name, value)
    .map((field) => `${fieldLabel(name, field)}: ${claimText(field, fields[field])}`)
    .join('; ')
}

/** Splits the name of a list entry: `subprocessors[10]` gives `subprocessors` and 10. */
const listEntryOf = (name: string): { readonly list: string; readonly index: number } => {
  const [, list = name, index = '0'] = /^(.*)\[(\d+)\]$/.exec(name) ?? []
  return { list, index: Number(index) }
}

/** Compares names without a locale, and list entries by their numbers. */
const compareNames = (one: string, other: string): number => {
  const first = listEntryOf(one)
  const second = listEntryOf(other)
  if (first.list === second.list) return first.index - second.index
  return first.list < second.list ? -1 : 1
}

/** Returns the label and the value of each claim, in the order of the labels; certifications and subprocessors last. */
export const claimRows = (claims: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] => {
  const order = Object.keys(LABELS)
  const positionOf = (name: string): number => (name in LABELS ? order.indexOf(name) : order.length)
  return Object.entries(claims)
    .sort(([one], [other]) => positionOf(one) - positionOf(other) || compareNames(one, other))
    .map(([name, value]) => [claimLabel(name), claimSummary(name, value)])
}
