import type { PackId, Plan } from './plans.ts'
import type { PlatformTier } from './tiers.ts'

/** Something that is counted on the platform, cycle by cycle. */
export type PlatformMeter = 'scaffolds' | 'images'

/** How much of each meter a tier gives in one cycle (spec platform-api 2.3). */
export const TIER_LIMITS: Readonly<Record<PlatformTier, Readonly<Record<PlatformMeter, number>>>> = {
  free: { scaffolds: 3, images: 5 },
  pro: { scaffolds: 50, images: 100 },
  team: { scaffolds: 50, images: 100 },
}

/** The terms of a purchase on the platform and at the image service; an absent member leaves that side unchanged. */
interface SkuTerms {
  readonly tier?: PlatformTier
  readonly imagePlan: Plan
}

/** Things that are sold, or given by an operator. */
export type Sku = 'pro' | 'agency' | 'team' | PackId

/** The one table from a purchase to the tier of the platform and the plan of the image service. */
export const SKUS = {
  pro: { tier: 'pro', imagePlan: 'pro' },
  agency: { tier: 'team', imagePlan: 'agency' },
  /** Not sold: operators give it. */
  team: { tier: 'team', imagePlan: 'pro' },
  'agent-credits-500': { imagePlan: 'pack' },
  'agent-credits-1000': { imagePlan: 'pack' },
} as const satisfies Readonly<Record<Sku, SkuTerms>>

/** SKUs that an organisation has a tier by. */
export const TIER_SKUS = ['pro', 'agency', 'team'] as const
export type TierSku = (typeof TIER_SKUS)[number]
