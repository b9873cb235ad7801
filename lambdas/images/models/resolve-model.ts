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
  const overrides = OVERRIDES.filter((field) => request[field] !== undefined)
  if (overrides.length > 1) {
    return overrides
      .slice(1)
      .map((field) => ({ field, message: `cannot be combined with ${overrides[0]}: choose one override` }))
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

export const namesOnlyTier = (request: GenerateRequest): boolean =>
  OVERRIDES.every((field) => request[field] === undefined)

/**
 * Returns the tier at which a model is billed: ultra for provider-a, the model's own tier for provider-b, the requested
 * tier for edge models (spec image-service 2.5). A fallback is billed at the requested tier.
 */
const billedTier = (model: Model, request: GenerateRequest): QualityTier => {
  const { quality_tier } = request
  if (namesOnlyTier(request)) return quality_tier
  if (model.provider === 'provider-a') return 'ultra'
  return model.provider === 'provider-b' ? model.tier : quality_tier
}

/** Returns the first model of the fallback chain that its provider still serves; if there is none, the model itself. */
const servedModel = (model: Model, now: Date, lifecycles: Lifecycles): Model => {
  const visitedIds = new Set<string>()
  let candidate: Model | undefined = model
  while (candidate && !visitedIds.has(candidate.id)) {
    if (!isRetired(candidate, now)) return candidate
    visitedIds.add(candidate.id)
    const fallback: Model | undefined = candidate.fallback === null ? undefined : findModel(candidate.fallback)
    candidate = fallback && withLifecycle(fallback, lifecycles)
  }
  return model
}

/**
 * Chooses the model. Refuses a requested model that its provider has retired; if the default of a tier is retired, uses
 * its fallback.
 * @throws Refusal 400 for contradicting overrides and unknown ids
 */
export const resolveModel = (
  request: GenerateRequest,
  now: Date,
  lifecycles: Lifecycles = NO_LIFECYCLES,
): ResolvedModel | ModelRetired => {
  const errors = overrideErrors(request)
  if (errors.length > 0) throw invalidInput(errors)
  const requestedModel = withLifecycle(modelOf(request), lifecycles)
  const model = namesOnlyTier(request) ? servedModel(requestedModel, now, lifecycles) : requestedModel
  if (isRetired(model, now)) {
    const { id, retiresAt, replacement } = model
    const advice = replacement ? `; use ${replacement}` : ''
    return refusal('model_retired', `The provider retired ${id} on ${retiresAt}${advice}`, {
      extras: { replacement },
    })
  }
  return { model, billedTier: billedTier(model, request) }
}
