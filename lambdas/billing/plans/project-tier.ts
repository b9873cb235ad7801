import { PRODUCTS, SKUS, TIER_SKUS, type TierSku } from '@signet/ledger'
import type { Subscription } from '../stripe/payment-processor.ts'

export interface Override {
  readonly sku: TierSku
  readonly source: 'override' | 'comp'
  readonly ends_at?: string | undefined
}

/** The source of an organization's tier; `null` on the free tier. */
export interface ProjectedTier {
  readonly sku: TierSku | null
  readonly source: 'subscription' | 'override' | 'comp'
  readonly period_start?: string | undefined
  readonly period_end?: string | undefined
  readonly ends_at?: string | undefined
}

/** A plan continues while its payment is retried. */
const LIVE_STATUSES: readonly string[] = ['active', 'trialing', 'past_due']

/** Tiers in ascending order. */
const TIER_RANKS: readonly TierSku[] = ['pro', 'team', 'agency']

const rankOf = (sku: TierSku): number => TIER_RANKS.indexOf(sku)

export const skuOf = ({ product }: Pick<Subscription, 'product'>): TierSku | undefined => {
  const sku = product && PRODUCTS[product].sku
  return TIER_SKUS.find((each) => each === sku)
}

export const imagePlanOf = (subscription: Pick<Subscription, 'product'>): 'pro' | 'agency' | undefined => {
  const sku = skuOf(subscription)
  return sku && SKUS[sku].imagePlan
}

export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean => LIVE_STATUSES.includes(status)

export const tierSubscriptions = (subscriptions: readonly Subscription[]): readonly Subscription[] =>
  subscriptions.filter(
    (each) => isLive(each) && each.duplicateOf === undefined && skuOf(each) !== undefined && each.endedAt === undefined,
  )

const creationOrder = ({ createdAt, id }: Subscription): string => `${createdAt} ${id}`

/**
 * Finds subscriptions that were bought by mistake in addition to an older one, from two tabs or by two users. The
 * oldest remains.
 */
export const duplicatesAmong = (
  subscriptions: readonly Subscription[],
): readonly { readonly duplicate: Subscription; readonly original: Subscription }[] => {
  const [oldest, ...younger] = [...tierSubscriptions(subscriptions)].sort((a, b) =>
    creationOrder(a) < creationOrder(b) ? -1 : 1,
  )
  return oldest === undefined ? [] : younger.map((duplicate) => ({ duplicate, original: oldest }))
}

const paidTier = (subscription: Subscription): ProjectedTier => ({
  sku: skuOf(subscription) ?? null,
  source: 'subscription',
  period_start: subscription.periodStart,
  period_end: subscription.periodEnd,
  ...(subscription.endsAt === undefined ? {} : { ends_at: subscription.endsAt }),
})

/**
 * Returns the highest tier of the current subscriptions and the operator's grant. On a tie, the subscription counts.
 */
export const projectTier = (subscriptions: readonly Subscription[], override: Override | undefined): ProjectedTier => {
  const paid = tierSubscriptions(subscriptions).map(paidTier)
  const granted: ProjectedTier[] = override ? [{ ...override }] : []
  const [highest = { sku: null, source: 'subscription' as const }] = [...paid, ...granted].sort(
    (a, b) => (b.sku ? rankOf(b.sku) : -1) - (a.sku ? rankOf(a.sku) : -1),
  )
  return highest
}
