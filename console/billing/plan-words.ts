import { PLANS } from '@signet/ledger/plans'
import { PRODUCTS } from '@signet/ledger/products'
import { TIER_LIMITS } from '@signet/ledger/skus'
import type { GetBillingOutput } from '../api/billing.ts'
import { moneyOf } from '../session/amounts.ts'

const TIER_NAMES = { free: 'Free', pro: 'Pro', team: 'Team' } as const

export const planName = ({ tier, plan }: Pick<GetBillingOutput, 'tier' | 'plan'>): string =>
  plan === 'agency' ? 'Agency' : TIER_NAMES[tier]

export interface PlanCard {
  /** The payment processor's product; undefined for the free plan. */
  readonly product: string | undefined
  readonly name: string
  readonly price: string
  readonly features: readonly string[]
}

const monthlyQuotas = (tier: keyof typeof TIER_LIMITS): string =>
  `${TIER_LIMITS[tier].images} images from the platform API and ${TIER_LIMITS[tier].scaffolds} scaffolds (flows, consultations, intakes) per month`

export const PLAN_CARDS: readonly PlanCard[] = [
  {
    product: undefined,
    name: 'Free',
    price: moneyOf(0),
    features: ['50 welcome credits, once per person', monthlyQuotas('free'), 'Draft, standard and premium images'],
  },
  {
    product: 'pro',
    name: 'Pro',
    price: `${moneyOf(PRODUCTS.pro.cents)} per month`,
    features: [
      `${PLANS.pro.monthlyCredits.toLocaleString('en')} credits per month, which expire at the end of the month`,
      monthlyQuotas('pro'),
      'All quality tiers, including ultra and ultra plus',
    ],
  },
  {
    product: 'agency',
    name: 'Agency',
    price: `${moneyOf(PRODUCTS.agency.cents)} per month`,
    features: [
      `${PLANS.agency.monthlyCredits.toLocaleString('en')} credits per month. Unused credits carry over, up to ${PLANS.agency.rolloverCap.toLocaleString('en')} plan credits in total`,
      monthlyQuotas('team'),
      'All quality tiers, with priority',
    ],
  },
]
