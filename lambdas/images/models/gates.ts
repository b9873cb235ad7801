import type { QualityTier } from '@signet/imaging/schemas/vocabulary'
import { type Refusal, refusal } from '@signet/kernel'
import type { Plan } from '@signet/ledger'
import { PLANS, UPGRADE_PATH } from '@signet/ledger'
import type { Model } from './catalog.ts'
import type { Milestone } from './milestone-table.ts'
import type { ResolvedModel } from './resolve-model.ts'

export interface Subscriber {
  readonly plan: Plan
  readonly tiers: readonly QualityTier[]
  readonly hasAccount: boolean
}

/** Returns whether the model requires both the community milestone and a subscription. */
const isFrontier = ({ model, billedTier }: ResolvedModel): boolean =>
  model.provider !== 'edge-hosted' || billedTier === 'ultra' || billedTier === 'ultra_plus'

const planRequired = (error: string): Refusal<'plan_required'> =>
  refusal('plan_required', error, { extras: { upgrade: UPGRADE_PATH } })

/**
 * Returns whether a caller whose plan includes these tiers sees the model (spec image-service 4.1). For an edge model,
 * its own tier must be included, so that an expensive model is not available at a cheaper tier. Frontier models are
 * visible to every caller.
 */
export const isVisible = ({ provider, tier }: Model, tiers: readonly QualityTier[]): boolean =>
  provider !== 'edge-hosted' || tiers.includes(tier)

/**
 * The subscription gate (spec image-service 5): returns why the plan does not include the model; undefined if it does.
 */
export const planRefusal = (
  resolved: ResolvedModel,
  { tiers, hasAccount }: Subscriber,
): Refusal<'plan_required'> | undefined => {
  const { model, billedTier } = resolved
  const isIncluded = tiers.includes(billedTier) && isVisible(model, tiers)
  if (isIncluded && (!isFrontier(resolved) || tiers.includes('ultra'))) return undefined
  if (hasAccount || isFrontier(resolved) || !PLANS.free.tiers.includes(billedTier)) {
    return planRequired(`${model.id} requires an active Pro or Agency subscription`)
  }
  return planRequired(
    `Without an account, only ${tiers.join(' and ')} are available; ${isVisible(model, tiers) ? billedTier : model.id} requires an account, which can be free`,
  )
}

/**
 * The community gate (spec image-service 5): returns why a frontier model cannot be used yet; undefined if it can. For
 * edge models, the milestone is not read.
 */
export const communityRefusal = async (
  resolved: ResolvedModel,
  readMilestone: () => Promise<Milestone>,
): Promise<Refusal<'model_locked'> | undefined> => {
  if (!isFrontier(resolved) || (await readMilestone()).unlockedAt !== undefined) return undefined
  return refusal(
    'model_locked',
    `${resolved.model.id} is locked until the community milestone is reached; GET /v2/models shows the progress`,
  )
}

export type GateRefusal = Refusal<'plan_required' | 'model_locked'>

/**
 * Applies the two gates of spec image-service 5, subscription first: a caller without Pro is refused whatever the
 * unlock state. With an account, edge tiers pass both gates on every plan.
 */
export const gateRefusal = async (
  resolved: ResolvedModel,
  subscriber: Subscriber,
  readMilestone: () => Promise<Milestone>,
): Promise<GateRefusal | undefined> =>
  planRefusal(resolved, subscriber) ?? (await communityRefusal(resolved, readMilestone))
