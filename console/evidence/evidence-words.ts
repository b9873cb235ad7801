import { ASSET_TYPES, type AssetType, DOMAINS, type Domain, type Severity } from '@signet/evidence'
import type { Tone } from '@signet/ui'
import type { EvidenceAsset, EvidenceCritique } from '../api/evidence.ts'

const DOMAIN_WORDS: Readonly<Record<Domain, string>> = {
  medical: 'Medicine',
  legal: 'Law',
  financial: 'Finance',
  technology: 'Technology',
  marketing: 'Marketing',
  business: 'Business',
  education: 'Education',
  health_wellness: 'Health and wellness',
  food: 'Food',
  food_science: 'Food science',
  food_regulation: 'Food regulation',
  ecommerce: 'Online retail',
  real_estate: 'Real estate',
  automotive: 'Cars',
  general: 'Other',
}

export const domainWords = (domain: Domain): string => DOMAIN_WORDS[domain]

const TYPE_WORDS: Readonly<Record<AssetType, string>> = {
  case_study: 'Case study',
  customer_quote: 'Customer quote',
  expert_quote: 'Expert quote',
  original_visual: 'Original image',
  proprietary_data: 'Proprietary data',
  first_hand_experience: 'First-hand experience',
  technical_diagram: 'Diagram',
  research_finding: 'Research finding',
}

export const typeWords = (type: AssetType): string => TYPE_WORDS[type]

export const TYPE_OPTIONS = ASSET_TYPES.map((value) => ({ value, text: TYPE_WORDS[value] }))
export const DOMAIN_OPTIONS = DOMAINS.map((value) => ({ value, text: DOMAIN_WORDS[value] }))

export const severityTone = (severity: Severity): Tone =>
  severity === 'critical' ? 'danger' : severity === 'major' ? 'warn' : 'neutral'

type Status = EvidenceAsset['verificationStatus']

const STATUSES: Readonly<Record<Status, { readonly text: string; readonly tone: Tone }>> = {
  verified: { text: 'Verified', tone: 'ok' },
  unverified: { text: 'Not verified', tone: 'neutral' },
  pending: { text: 'Verification in progress', tone: 'warn' },
  disputed: { text: 'Disputed', tone: 'danger' },
}

export const statusWords = (status: Status) => STATUSES[status]

export const STATUS_OPTIONS = (Object.keys(STATUSES) as readonly Status[]).map((value) => ({
  value,
  text: STATUSES[value].text,
}))

type Attack = EvidenceCritique['attacks'][number]

const ATTACKS: Readonly<Record<Attack['type'], string>> = {
  unsupported_claim: 'Unsupported claim',
  overclaim: 'Overstated claim',
  missing_source: 'Missing source',
  stale: 'Out of date',
  contradiction: 'Contradiction',
  privacy: 'Privacy',
  ambiguity: 'Ambiguity',
}

export const attackWords = (type: Attack['type']): string => ATTACKS[type]

const RESOLUTIONS: Readonly<Record<Attack['resolution'], string>> = {
  accepted: 'Fixed',
  rejected: 'Not changed',
  deferred: 'Open',
}

export const resolutionWords = (resolution: Attack['resolution']): string => RESOLUTIONS[resolution]
