import type { PackId, Plan } from './plans.ts'
import type { PlatformTier } from './tiers.ts'

/** Usage counted per billing cycle on the platform (spec platform-api 2.3). */
export type PlatformMeter = 'scaffolds' | 'images'

export type EvidenceMeter = 'evidence_validations' | 'evidence_gap_fills'

export type TierMeter = PlatformMeter | EvidenceMeter

/** Limit of each meter per cycle and tier (spec platform-api 2.3; it has no numbers for evidence). */
export const TIER_LIMITS: Readonly<Record<PlatformTier, Readonly<Record<TierMeter, number>>>> = {
  free: { scaffolds: 3, images: 5, evidence_validations: 50, evidence_gap_fills: 0 },
  pro: { scaffolds: 50, images: 100, evidence_validations: 1_000, evidence_gap_fills: 100 },
  team: { scaffolds: 50, images: 100, evidence_validations: 1_000, evidence_gap_fills: 100 },
}

/** Maximum assets in a tenant's evidence library (spec platform-api 4.5). */
export const LIBRARY_CAPACITY: Readonly<Record<PlatformTier, number>> = { free: 0, pro: 50, team: 50 }

/** Limits of a tenant's telemetry per worker, and its retention (spec platform-api 8). */
interface ObservabilityTerms {
  readonly workers: number
  /** Events per worker and UTC day. */
  readonly eventsPerDay: number
  readonly retentionHours: number
  /** Metric series per worker and UTC day: names with their tags. */
  readonly seriesPerDay: number
  readonly rules: number
  readonly slos: number
}

export const OBSERVABILITY_TERMS: Readonly<Record<PlatformTier, ObservabilityTerms>> = {
  free: { workers: 1, eventsPerDay: 10_000, retentionHours: 24, seriesPerDay: 200, rules: 3, slos: 1 },
  pro: { workers: 5, eventsPerDay: 500_000, retentionHours: 720, seriesPerDay: 2_000, rules: 50, slos: 20 },
  team: { workers: 20, eventsPerDay: 2_000_000, retentionHours: 720, seriesPerDay: 10_000, rules: 200, slos: 100 },
}

/** Terms of a purchase on the platform and at the image service; an absent field leaves that service unchanged. */
interface SkuTerms {
  readonly tier?: PlatformTier
  readonly imagePlan: Plan
}

export type Sku = 'pro' | 'agency' | 'team' | PackId

/** Maps purchases to the tier on the platform and the plan at the image service. */
export const SKUS = {
  pro: { tier: 'pro', imagePlan: 'pro' },
  agency: { tier: 'team', imagePlan: 'agency' },
  /** Not sold; granted by operators. */
  team: { tier: 'team', imagePlan: 'pro' },
  'agent-credits-500': { imagePlan: 'pack' },
  'agent-credits-1000': { imagePlan: 'pack' },
} as const satisfies Readonly<Record<Sku, SkuTerms>>

export const TIER_SKUS = ['pro', 'agency', 'team'] as const
export type TierSku = (typeof TIER_SKUS)[number]
