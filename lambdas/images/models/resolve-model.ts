import type { FieldError } from '@signet/contracts'
import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import type { QualityTier } from '@signet/imaging/schemas/vocabulary'
import { invalidInput, type Refusal, refusal } from '@signet/kernel'
import { EDGE_TIERS, findModel, isRetired, type Model, tierDefault } from './catalog.ts'
import { type Lifecycles, NO_LIFECYCLES, withLifecycle } from './lifecycle.ts'

export interface ResolvedModel {
  readonly model: Model
  readonly billedTier: QualityTier
}

export type ModelRetired = Refusal<'model_retired'>

const isEdgeTier = (tier: QualityTier): boolean => EDGE_TIERS.includes(tier)

const OVERRIDES = ['provider_a_model', 'edge_model', 'model'] as const

const overrideErrors = (request: GenerateRequest): FieldError[] => {
  const given = OVERRIDES.filter((field) => request[field] !== undefined)
  if (given.length > 1) {
    return given
      .slice(1)
      .map((field) => ({ field, message: `cannot be combined with ${given[0]}: choose one override` }))
  }
  if (request.edge_model !== undefined && !isEdgeTier(request.quality_tier)) {
    return [
      { field: 'edge_model', message: `is only for draft, standard and premium, not for ${request.quality_tier}` },
    ]
  }
  return []
}

const modelOf = (request: GenerateRequest): Model => {
  const { provider_a_model, edge_model, model, quality_tier } = request
  const id = provider_a_model ?? model ?? edge_model
  if (id === undefined) return tierDefault(quality_tier)
  const namedModel = findModel(id)
  if (!namedModel || (edge_model !== undefined && namedModel.provider !== 'edge-hosted')) {
    const message = `is not an edge model: GET /v2/models lists them (got ${id})`
    throw invalidInput([{ field: 'edge_model', message }])
  }
  return namedModel
}

export const isByTier = (request: GenerateRequest): boolean => OVERRIDES.every((field) => request[field] === undefined)

/**
 * Returns the tier at which a model is billed: ultra for provider-a, its own tier for provider-b, the caller's for edge
 * models (spec 2.5). A fallback is billed at the tier that the caller named.
 */
const billedTier = (model: Model, request: GenerateRequest): QualityTier => {
  const { quality_tier } = request
  if (isByTier(request)) return quality_tier
  if (model.provider === 'provider-a') return 'ultra'
  return model.provider === 'provider-b' ? model.tier : quality_tier
}

/**
 * Returns the first model of the fallback chain that the provider still serves; without one, the model itself.
 */
const serving = (model: Model, now: Date, lifecycles: Lifecycles): Model => {
  const seen = new Set<string>()
  let next: Model | undefined = model
  while (next && !seen.has(next.id)) {
    if (!isRetired(next, now)) return next
    seen.add(next.id)
    const fallback: Model | undefined = next.fallback === null ? undefined : findModel(next.fallback)
    next = fallback && withLifecycle(fallback, lifecycles)
  }
  return model
}

/**
 * Chooses the model. Refuses a named model that its provider has ended; a tier whose default has ended uses the
 * fallback.
 * @throws Refusal 400 for contradicting overrides and unknown ids
 */
export const resolveModel = (
  request: GenerateRequest,
  now: Date,
  lifecycles: Lifecycles = NO_LIFECYCLES,
): ResolvedModel | ModelRetired => {
  const errors = overrideErrors(request)
  if (errors.length > 0) throw invalidInput(errors)
  const chosen = withLifecycle(modelOf(request), lifecycles)
  const model = isByTier(request) ? serving(chosen, now, lifecycles) : chosen
  if (isRetired(model, now)) {
    const { id, retiresAt, replacement } = model
    const advice = replacement ? `; use ${replacement}` : ''
    return refusal('model_retired', `The provider retired ${id} on ${retiresAt}${advice}`, {
      extras: { replacement },
    })
  }
  return { model, billedTier: billedTier(model, request) }
}
