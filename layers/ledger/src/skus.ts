import type { PackId, Plan } from './plans.ts'
import type { PlatformTier } from './tiers.ts'

/** A meter of the platform, counted cycle by cycle (spec platform-api 2.3). */
export type PlatformMeter = 'scaffolds' | 'images'

export type EvidenceMeter = 'evidence_validations' | 'evidence_gap_fills'

export type TierMeter = PlatformMeter | EvidenceMeter

/** The limit of each meter of a tier in one cycle (spec platform-api 2.3; of evidence it says no numbers). */
export const TIER_LIMITS: Readonly<Record<PlatformTier, Readonly<Record<TierMeter, number>>>> = {
  free: { scaffolds: 3, images: 5, evidence_validations: 50, evidence_gap_fills: 0 },
  pro: { scaffolds: 50, images: 100, evidence_validations: 1_000, evidence_gap_fills: 100 },
  team: { scaffolds: 50, images: 100, evidence_validations: 1_000, evidence_gap_fills: 100 },
}

/** Assets that a library of evidence of a tenant holds (spec platform-api 4.5). */
export const LIBRARY_CAPACITY: Readonly<Record<PlatformTier, number>> = { free: 0, pro: 50, team: 50 }

/** What a tenant may send of its workers, and how long it is shown (spec platform-api 8). */
interface ObservabilityTerms {
  readonly workers: number
  /** Events of one worker in a day of UTC. */
  readonly eventsPerDay: number
  readonly retentionHours: number
  /** Series of metrics of one worker in a day of UTC: names with their tags. */
  readonly seriesPerDay: number
  readonly rules: number
  readonly slos: number
}

export const OBSERVABILITY_TERMS: Readonly<Record<PlatformTier, ObservabilityTerms>> = {
  free: { workers: 1, eventsPerDay: 10_000, retentionHours: 24, seriesPerDay: 200, rules: 3, slos: 1 },
  pro: { workers: 5, eventsPerDay: 500_000, retentionHours: 720, seriesPerDay: 2_000, rules: 50, slos: 20 },
  team: { workers: 20, eventsPerDay: 2_000_000, retentionHours: 720, seriesPerDay: 10_000, rules: 200, slos: 100 },
}

/** The terms of a purchase on the platform and at the image service; an absent member leaves that side unchanged. */
interface SkuTerms {
  readonly tier?: PlatformTier
  readonly imagePlan: Plan
}

export type Sku = 'pro' | 'agency' | 'team' | PackId

/** The one table from a purchase to the tier of the platform and the plan of the image service. */
export const SKUS = {
  pro: { tier: 'pro', imagePlan: 'pro' },
  agency: { tier: 'team', imagePlan: 'agency' },
  /** Not sold; operators grant it. */
  team: { tier: 'team', imagePlan: 'pro' },
  'agent-credits-500': { imagePlan: 'pack' },
  'agent-credits-1000': { imagePlan: 'pack' },
} as const satisfies Readonly<Record<Sku, SkuTerms>>

export const TIER_SKUS = ['pro', 'agency', 'team'] as const
export type TierSku = (typeof TIER_SKUS)[number]
