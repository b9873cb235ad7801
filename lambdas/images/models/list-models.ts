import type { ModelEntry } from '@signet/imaging/schemas/model-entry'
import { CAPABILITIES, type Capability, OUTPUT_FORMATS, type QualityTier } from '@signet/imaging/schemas/vocabulary'
import { CATALOG, isRetired, type Model } from './catalog.ts'
import { isVisible } from './gates.ts'
import { type Lifecycles, withLifecycle } from './lifecycle.ts'
import type { Milestone } from './milestone-table.ts'
import { sizeFor } from './sizes.ts'

export interface CatalogView {
  readonly tiers: readonly QualityTier[]
  readonly milestone: Milestone
  readonly now: Date
  readonly lifecycles: Lifecycles
  readonly hasProvider: (model: Model) => boolean
}

/**
 * The displayed goal is a number of backers; the unlock depends on committed revenue (spec image-service 2.2,
 * funded_basis).
 */
const DISPLAY_GOAL = 250
const UNLOCK_URL = '/unlock'

const unlockStatus = ({ backers, unlockedAt }: Milestone): ModelEntry['unlock_status'] => ({
  type: unlockedAt === undefined ? 'community_milestone' : 'unlocked',
  display_current: backers,
  display_goal: DISPLAY_GOAL,
  funded_basis: true,
  unlock_url: UNLOCK_URL,
  agent_hint:
    unlockedAt === undefined
      ? `This model unlocks for Pro subscribers when the community milestone is reached (${backers} of ${DISPLAY_GOAL} backers so far). Buying a credit pack or Agency counts toward it.`
      : 'This model is unlocked: it can be used with an active Pro or Agency subscription.',
})

const modelEntry = (catalogModel: Model, { milestone, now, lifecycles, hasProvider }: CatalogView): ModelEntry => {
  const model = withLifecycle(catalogModel, lifecycles)
  const { width, height } = sizeFor(model.sizes, '1:1')
  const hasCapability = (capability: Capability) => model.capabilities.includes(capability)
  const isFrontier = model.provider !== 'edge-hosted'
  return {
    id: model.id,
    quality_tier: model.tier,
    is_default: model.isDefault,
    provider: model.provider,
    capabilities: Object.fromEntries(
      CAPABILITIES.map((name) => [name, hasCapability(name)]),
    ) as ModelEntry['capabilities'],
    cost_tier: model.costTier,
    latency_class: model.latencyClass,
    credits_per_request: model.credits,
    output_types: [...OUTPUT_FORMATS],
    default_size: `${width}x${height}`,
    is_available: !isRetired(model, now) && hasProvider(model),
    ...(isFrontier ? { unlock_status: unlockStatus(milestone) } : {}),
    available_from: model.availableFrom,
    retires_at: model.retiresAt,
    replacement: model.replacement,
  }
}

/**
 * Returns the catalog for a caller: all frontier models, and the edge models that the plan includes (spec image-service
 * 4.1). With `capability`, only models that have it.
 */
export const listModels = (view: CatalogView, capability: Capability | undefined): ModelEntry[] =>
  CATALOG.filter((model) => isVisible(model, view.tiers))
    .filter(({ capabilities }) => capability === undefined || capabilities.includes(capability))
    .map((model) => modelEntry(model, view))
