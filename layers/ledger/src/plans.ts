import type { QualityTier } from './tiers.ts'

/** Credits per image of each quality tier (spec image-service 2.4 and 8). */
export const TIER_CREDITS: Readonly<Record<QualityTier, number>> = {
  draft: 1,
  standard: 2,
  premium: 5,
  ultra: 10,
  ultra_plus: 20,
}

/** Plan of an account, as far as access and prices depend on it (spec image-service 5 and 8). */
export type Plan = 'free' | 'pack' | 'pro' | 'agency'

/** The terms of a plan (spec image-service 8). */
export interface PlanTerms {
  readonly monthlyCredits: number
  /** Price per month in US cents. */
  readonly monthlyCents: number
  readonly tiers: readonly QualityTier[]
  readonly hasPriority: boolean
  /**
   * Treatment of unused subscription credits at renewal: `reset` lets them expire, `rollover` carries them over, `none`
   * is for plans without renewals.
   */
  readonly renewal: 'none' | 'reset' | 'rollover'
  /** Maximum credits in the subscription bucket after a renewal with rollover. */
  readonly rolloverCap: number
  /** Days for which unused subscription credits remain spendable after the subscription has ended. */
  readonly graceDays: number
}

const BASIC_TIERS = ['draft', 'standard', 'premium'] as const
const EVERY_TIER = [...BASIC_TIERS, 'ultra', 'ultra_plus'] as const

const WITHOUT_SUBSCRIPTION: PlanTerms = {
  monthlyCredits: 0,
  monthlyCents: 0,
  tiers: BASIC_TIERS,
  hasPriority: false,
  renewal: 'none',
  rolloverCap: 0,
  graceDays: 0,
}

export const PLANS: Readonly<Record<Plan, PlanTerms>> = {
  free: WITHOUT_SUBSCRIPTION,
  pack: WITHOUT_SUBSCRIPTION,
  pro: {
    monthlyCredits: 1000,
    monthlyCents: 2900,
    tiers: EVERY_TIER,
    hasPriority: false,
    renewal: 'reset',
    rolloverCap: 1000,
    graceDays: 0,
  },
  agency: {
    monthlyCredits: 4000,
    monthlyCents: 7500,
    tiers: EVERY_TIER,
    hasPriority: true,
    renewal: 'rollover',
    rolloverCap: 8000,
    graceDays: 45,
  },
}

export type SubscriptionPlan = 'pro' | 'agency'

/** Credit packs that are bought once and never reset (spec image-service 4.9). */
export const PACKS = {
  'agent-credits-500': { credits: 500, cents: 1250 },
  'agent-credits-1000': { credits: 1000, cents: 2000 },
} as const
export type PackId = keyof typeof PACKS

/** Credits granted once to every user when their own account is opened. */
export const WELCOME_CREDITS = 50

/** Limits for callers without a credential (spec image-service 5). */
export const ANONYMOUS_PLAN = { tiers: ['draft', 'standard'] as readonly QualityTier[], imagesPerMonth: 100 } as const

export const UPGRADE_PATH = '/pricing'
