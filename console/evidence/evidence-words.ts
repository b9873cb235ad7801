import { ASSET_TYPES, type AssetType, DOMAINS, type Domain, type Severity } from '@signet/evidence'
import type { Tone } from '@signet/ui'
import type { EvidenceAsset, EvidenceCritique } from '../api/evidence.ts'

const DOMAIN_WORDS: Readonly<Record<Domain, string>> = {
  medical: 'Medicine',
  legal: 'Law',
  financial: 'Money',
  technology: 'Technology',
  marketing: 'Marketing',
  business: 'Business',
  education: 'Education',
  health_wellness: 'Health and wellness',
  food: 'Food',
  food_science: 'Food science',
  food_regulation: 'Rules of food',
  ecommerce: 'Online shops',
  real_estate: 'Real estate',
  automotive: 'Cars',
  general: 'Anything else',
}

export const domainWords = (domain: Domain): string => DOMAIN_WORDS[domain]

const TYPE_WORDS: Readonly<Record<AssetType, string>> = {
  case_study: 'Case study',
  customer_quote: 'Quote of a customer',
  expert_quote: 'Quote of an expert',
  original_visual: 'Picture of your own',
  proprietary_data: 'Data of your own',
  first_hand_experience: 'First-hand experience',
  technical_diagram: 'Diagram',
  research_finding: 'Finding of research',
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
  pending: { text: 'Being verified', tone: 'warn' },
  disputed: { text: 'Disputed', tone: 'danger' },
}

export const statusWords = (status: Status) => STATUSES[status]

export const STATUS_OPTIONS = (Object.keys(STATUSES) as readonly Status[]).map((value) => ({
  value,
  text: STATUSES[value].text,
}))

type Attack = EvidenceCritique['attacks'][number]

const ATTACKS: Readonly<Record<Attack['type'], string>> = {
  unsupported_claim: 'Claim without support',
  overclaim: 'Says too much',
  missing_source: 'Source missing',
  stale: 'Out of date',
  contradiction: 'Contradiction',
  privacy: 'Privacy',
  ambiguity: 'Not clear',
}

export const attackWords = (type: Attack['type']): string => ATTACKS[type]

const RESOLUTIONS: Readonly<Record<Attack['resolution'], string>> = {
  accepted: 'Mended',
  rejected: 'Left as it is',
  deferred: 'Open',
}

export const resolutionWords = (resolution: Attack['resolution']): string => RESOLUTIONS[resolution]
