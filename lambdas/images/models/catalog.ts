import type { Capability, Provider, QualityTier } from '@signet/imaging/schemas/vocabulary'
import { TIER_CREDITS } from '@signet/ledger'
import type { SizeTableName } from './sizes.ts'

/** A model of the catalog with its vendor facts. Public ids come from the specification and never change. */
export interface Model {
  readonly id: string
  /** The tier that the model is listed under, as default or as override. */
  readonly tier: QualityTier
  readonly isDefault: boolean
  readonly provider: Provider
  /** The vendor's name of the model; not part of the API. null: the vendor has retired it. */
  readonly vendorId: string | null
  readonly capabilities: readonly Capability[]
  readonly costTier: 'low' | 'medium' | 'high'
  readonly latencyClass: 'fast' | 'medium' | 'slow'
  /** null: billed at the caller's quality tier. */
  readonly credits: number | null
  /** The minimum price of a request at any tier, so that an expensive model is not available at the draft price. */
  readonly minCredits: number
  readonly sizes: SizeTableName
  readonly availableFrom: string | null
  readonly retiresAt: string | null
  readonly replacement: string | null
  /**
   * The model used if the caller named only a tier, and the vendor has retired this model or its daily spending limit is
   * reached. It has all capabilities of this model and costs no more than the tier.
   */
  readonly fallback: string | null
}

/** Tiers that edge models serve; the others are frontier tiers. */
export const EDGE_TIERS: readonly QualityTier[] = ['draft', 'standard', 'premium']

type ModelFacts = Partial<Model> & Pick<Model, 'id' | 'tier' | 'vendorId' | 'capabilities'>

const edgeModel = (facts: ModelFacts): Model => ({
  isDefault: false,
  provider: 'edge-hosted',
  costTier: 'low',
  latencyClass: 'fast',
  credits: null,
  minCredits: 1,
  sizes: 'oneMegapixel',
  availableFrom: null,
  retiresAt: null,
  replacement: null,
  fallback: null,
  ...facts,
})

const frontierModel = (provider: 'provider-a' | 'provider-b', facts: ModelFacts): Model => ({
  ...edgeModel(facts),
  provider,
  costTier: 'high',
  latencyClass: 'slow',
  ...(provider === 'provider-a' ? { credits: TIER_CREDITS.ultra, minCredits: TIER_CREDITS.ultra } : {}),
  ...facts,
})

const DIFFUSION: readonly Capability[] = ['txt2img', 'negative_prompt', 'seed_control']
const FLUX: readonly Capability[] = ['txt2img', 'seed_control']
const EDITS: readonly Capability[] = ['txt2img', 'img2img']

/** Tier defaults first, then the edge overrides, then the frontier overrides (spec image-service 2.4, 2.5). */
export const CATALOG: readonly Model[] = [
  edgeModel({
    id: 'sdxl-lightning',
    tier: 'draft',
    isDefault: true,
    credits: 1,
    vendorId: '@cf/bytedance/stable-diffusion-xl-lightning',
    capabilities: DIFFUSION,
    fallback: 'sdxl-base-1.0',
  }),
  edgeModel({
    id: 'flux-2-klein-4b',
    tier: 'standard',
    isDefault: true,
    credits: 2,
    costTier: 'medium',
    vendorId: '@cf/black-forest-labs/flux-2-klein-4b',
    capabilities: FLUX,
    fallback: 'flux-2-klein-9b',
  }),
  edgeModel({
    id: 'flux-2-klein-9b',
    tier: 'premium',
    isDefault: true,
    credits: 5,
    costTier: 'medium',
    latencyClass: 'medium',
    vendorId: '@cf/black-forest-labs/flux-2-klein-9b',
    capabilities: FLUX,
    fallback: 'flux-2-klein-4b',
  }),
  edgeModel({
    id: 'flux-2-dev',
    tier: 'premium',
    minCredits: 5,
    costTier: 'high',
    latencyClass: 'slow',
    vendorId: '@cf/black-forest-labs/flux-2-dev',
    capabilities: FLUX,
  }),
  edgeModel({
    id: 'flux-1-schnell',
    tier: 'standard',
    vendorId: '@cf/black-forest-labs/flux-1-schnell',
    capabilities: ['txt2img'],
  }),
  edgeModel({
    id: 'phoenix-1.0',
    tier: 'standard',
    minCredits: 2,
    costTier: 'medium',
    latencyClass: 'medium',
    vendorId: '@cf/leonardo/phoenix-1.0',
    capabilities: DIFFUSION,
  }),
  edgeModel({
    id: 'lucid-origin',
    tier: 'premium',
    minCredits: 3,
    costTier: 'medium',
    latencyClass: 'medium',
    vendorId: '@cf/leonardo/lucid-origin',
    capabilities: FLUX,
  }),
  edgeModel({
    id: 'sd-1.5-img2img',
    tier: 'draft',
    sizes: 'sd15',
    vendorId: '@cf/runwayml/stable-diffusion-v1-5-img2img',
    capabilities: ['img2img', 'negative_prompt', 'seed_control'],
  }),
  edgeModel({
    id: 'sd-1.5-inpainting',
    tier: 'draft',
    sizes: 'sd15',
    vendorId: '@cf/runwayml/stable-diffusion-v1-5-inpainting',
    capabilities: ['inpaint', 'negative_prompt', 'seed_control'],
  }),
  edgeModel({
    id: 'sdxl-base-1.0',
    tier: 'standard',
    vendorId: '@cf/stabilityai/stable-diffusion-xl-base-1.0',
    capabilities: DIFFUSION,
    fallback: 'dreamshaper-8-lcm',
  }),
  edgeModel({
    id: 'dreamshaper-8-lcm',
    tier: 'draft',
    vendorId: '@cf/lykon/dreamshaper-8-lcm',
    capabilities: DIFFUSION,
  }),
  frontierModel('provider-b', {
    id: 'provider-b-3.1-flash-image-preview',
    tier: 'ultra',
    isDefault: true,
    credits: 10,
    minCredits: 10,
    vendorId: 'gemini-3.1-flash-image',
    capabilities: EDITS,
    fallback: 'provider-a-image-2',
  }),
  frontierModel('provider-b', {
    id: 'provider-b-3-pro-image-preview',
    tier: 'ultra_plus',
    isDefault: true,
    credits: 20,
    minCredits: 20,
    vendorId: 'gemini-3-pro-image',
    capabilities: EDITS,
  }),
  frontierModel('provider-a', {
    id: 'provider-a-image-1-mini',
    tier: 'ultra',
    vendorId: 'gpt-image-1-mini',
    capabilities: [...EDITS, 'inpaint'],
    retiresAt: '2026-12-01',
    replacement: 'provider-a-image-2',
  }),
  frontierModel('provider-a', {
    id: 'provider-a-image-1',
    tier: 'ultra',
    vendorId: null,
    capabilities: [...EDITS, 'inpaint'],
    retiresAt: '2026-10-23',
    replacement: 'provider-a-image-2',
  }),
  frontierModel('provider-a', {
    id: 'provider-a-image-1.5',
    tier: 'ultra',
    vendorId: 'gpt-image-1.5',
    capabilities: [...EDITS, 'inpaint'],
    retiresAt: '2026-12-01',
    replacement: 'provider-a-image-2',
  }),
  frontierModel('provider-a', {
    id: 'provider-a-image-2',
    tier: 'ultra',
    vendorId: 'gpt-image-2',
    capabilities: [...EDITS, 'inpaint'],
  }),
]

/** Finds a model by its public id, or by the vendor's id, which edge users may know. */
export const findModel = (id: string): Model | undefined =>
  CATALOG.find((model) => model.id === id || (model.provider === 'edge-hosted' && model.vendorId === id))

/** Returns the model that a tier uses unless the request names another (spec image-service 2.4). */
export const tierDefault = (tier: QualityTier): Model => {
  const model = CATALOG.find((entry) => entry.isDefault && entry.tier === tier)
  if (!model) throw new Error(`The catalog has no default for the tier ${tier}`)
  return model
}

/** Returns whether the provider has retired the model. */
export const isRetired = ({ retiresAt }: Model, now: Date): boolean =>
  retiresAt !== null && now.toISOString().slice(0, 10) >= retiresAt
