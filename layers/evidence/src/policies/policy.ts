export const PILLARS = ['Experience', 'Expertise', 'Authoritativeness', 'Trustworthiness'] as const
export type Pillar = (typeof PILLARS)[number]

/** Severity of a gap, highest first, which is the order of gaps. */
export const SEVERITIES = ['critical', 'major', 'minor'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Types of library assets (spec platform-api 2.6). */
export const ASSET_TYPES = [
  ...(['case_study', 'customer_quote', 'expert_quote', 'original_visual', 'proprietary_data'] as const),
  ...(['first_hand_experience', 'technical_diagram', 'research_finding'] as const),
] as const
export type AssetType = (typeof ASSET_TYPES)[number]

/** Subject areas of a text or an asset (spec platform-api 2.6). */
export const DOMAINS = [
  ...([
    'medical',
    'legal',
    'financial',
    'technology',
    'marketing',
    'business',
    'education',
    'health_wellness',
  ] as const),
  ...(['food', 'food_science', 'food_regulation', 'ecommerce', 'real_estate', 'automotive', 'general'] as const),
] as const
export type Domain = (typeof DOMAINS)[number]

/** Condition under which a requirement applies. All given fields must be true. */
export interface AppliesWhen {
  readonly minWords?: number | undefined
  readonly domains?: readonly string[] | undefined
  readonly minNumericClaims?: number | undefined
}

export interface Requirement {
  readonly id: string
  readonly pillar: Pillar
  readonly type: string
  readonly severity: Severity
  readonly description: string
  readonly when?: AppliesWhen | undefined
  readonly detector: { readonly kind: string; readonly params?: Readonly<Record<string, number>> | undefined }
  readonly satisfiedBy: readonly string[]
  readonly suggestion: string
}

/** A policy, which never changes; a new wording requires a new version. */
export interface Policy {
  readonly id: string
  /** Version as `YYYY.MM.n`. */
  readonly version: string
  readonly name: string
  readonly appliesTo: string
  readonly requirements: readonly Requirement[]
}
