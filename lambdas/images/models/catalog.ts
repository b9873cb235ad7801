import type { Capability, Provider, QualityTier } from '@signet/imaging/schemas/vocabulary'
import { TIER_CREDITS } from '@signet/ledger'
import type { SizeTableName } from './sizes.ts'

/** A model of the catalog with its vendor facts. Public ids come from the specification and never change. */
export interface Model {
  readonly id: string
  /** The tier whose default it is, or at which an override is listed. */
  readonly tier: QualityTier
  readonly isDefault: boolean
  readonly provider: Provider
  /** The vendor's name of the model; configuration, not wire. null: the vendor has ended it. */
  readonly vendorId: string | null
  readonly can: readonly Capability[]
  readonly costTier: 'low' | 'medium' | 'high'
  readonly latencyClass: 'fast' | 'medium' | 'slow'
  /** null: billed at the caller's quality tier. */
  readonly credits: number | null
  /** The lowest price of a request, whatever its tier: an expensive model must not be available at the draft price. */
  readonly minCredits: number
  readonly sizes: SizeTableName
  readonly availableFrom: string | null
  readonly retiresAt: string | null
  readonly replacement: string | null
  /**
   * The model that draws instead once the vendor has ended this one, if the caller named only a tier. It has all
   * capabilities of this model and costs no more than the tier.
   */
  readonly fallback: string | null
}

/** Tiers that edge models serve; the others are frontier tiers. */
export const EDGE_TIERS: readonly QualityTier[] = ['draft', 'standard', 'premium']

type Facts = Partial<Model> & Pick<Model, 'id' | 'tier' | 'vendorId' | 'can'>

const edge = (facts: Facts): Model => ({
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

const frontier = (provider: 'provider-a' | 'provider-b', facts: Facts): Model => ({
  ...edge(facts),
  provider,
  costTier: 'high',
  latencyClass: 'slow',
  ...(provider === 'provider-a' ? { credits: TIER_CREDITS.ultra, minCredits: TIER_CREDITS.ultra } : {}),
  ...facts,
})

const DIFFUSION: readonly Capability[] = ['txt2img', 'negative_prompt', 'seed_control']
const FLUX: readonly Capability[] = ['txt2img', 'seed_control']
const EDITS: readonly Capability[] = ['txt2img', 'img2img']

/** Tier defaults first, then the edge overrides, then the frontier overrides (spec 2.4, 2.5). */
export const CATALOG: readonly Model[] = [
  edge({
    id: 'sdxl-lightning',
    tier: 'draft',
    isDefault: true,
    credits: 1,
    vendorId: '@cf/bytedance/stable-diffusion-xl-lightning',
    can: DIFFUSION,
    fallback: 'sdxl-base-1.0',
  }),
  edge({
    id: 'flux-2-klein-4b',
    tier: 'standard',
    isDefault: true,
    credits: 2,
    costTier: 'medium',
    vendorId: '@cf/black-forest-labs/flux-2-klein-4b',
    can: FLUX,
    fallback: 'flux-2-klein-9b',
  }),
  edge({
    id: 'flux-2-klein-9b',
    tier: 'premium',
    isDefault: true,
    credits: 5,
    costTier: 'medium',
    latencyClass: 'medium',
    vendorId: '@cf/black-forest-labs/flux-2-klein-9b',
    can: FLUX,
    fallback: 'flux-2-klein-4b',
  }),
  edge({
    id: 'flux-2-dev',
    tier: 'premium',
    minCredits: 5,
    costTier: 'high',
    latencyClass: 'slow',
    vendorId: '@cf/black-forest-labs/flux-2-dev',
    can: FLUX,
  }),
  edge({ id: 'flux-1-schnell', tier: 'standard', vendorId: '@cf/black-forest-labs/flux-1-schnell', can: ['txt2img'] }),
  edge({
    id: 'phoenix-1.0',
    tier: 'standard',
    minCredits: 2,
    costTier: 'medium',
    latencyClass: 'medium',
    vendorId: '@cf/leonardo/phoenix-1.0',
    can: DIFFUSION,
  }),
  edge({
    id: 'lucid-origin',
    tier: 'premium',
    minCredits: 3,
    costTier: 'medium',
    latencyClass: 'medium',
    vendorId: '@cf/leonardo/lucid-origin',
    can: FLUX,
  }),
  edge({
    id: 'sd-1.5-img2img',
    tier: 'draft',
    sizes: 'sd15',
    vendorId: '@cf/runwayml/stable-diffusion-v1-5-img2img',
    can: ['img2img', 'negative_prompt', 'seed_control'],
  }),
  edge({
    id: 'sd-1.5-inpainting',
    tier: 'draft',
    sizes: 'sd15',
    vendorId: '@cf/runwayml/stable-diffusion-v1-5-inpainting',
    can: ['inpaint', 'negative_prompt', 'seed_control'],
  }),
  edge({
    id: 'sdxl-base-1.0',
    tier: 'standard',
    vendorId: '@cf/stabilityai/stable-diffusion-xl-base-1.0',
    can: DIFFUSION,
    fallback: 'dreamshaper-8-lcm',
  }),
  edge({ id: 'dreamshaper-8-lcm', tier: 'draft', vendorId: '@cf/lykon/dreamshaper-8-lcm', can: DIFFUSION }),
  frontier('provider-b', {
    id: 'provider-b-3.1-flash-image-preview',
    tier: 'ultra',
    isDefault: true,
    credits: 10,
    minCredits: 10,
    vendorId: 'gemini-3.1-flash-image',
    can: EDITS,
    fallback: 'provider-a-image-2',
  }),
  frontier('provider-b', {
    id: 'provider-b-3-pro-image-preview',
    tier: 'ultra_plus',
    isDefault: true,
    credits: 20,
    minCredits: 20,
    vendorId: 'gemini-3-pro-image',
    can: EDITS,
  }),
  frontier('provider-a', {
    id: 'provider-a-image-1-mini',
    tier: 'ultra',
    vendorId: 'gpt-image-1-mini',
    can: [...EDITS, 'inpaint'],
    retiresAt: '2026-12-01',
    replacement: 'provider-a-image-2',
  }),
  frontier('provider-a', {
    id: 'provider-a-image-1',
    tier: 'ultra',
    vendorId: null,
    can: [...EDITS, 'inpaint'],
    retiresAt: '2026-10-23',
    replacement: 'provider-a-image-2',
  }),
  frontier('provider-a', {
    id: 'provider-a-image-1.5',
    tier: 'ultra',
    vendorId: 'gpt-image-1.5',
    can: [...EDITS, 'inpaint'],
    retiresAt: '2026-12-01',
    replacement: 'provider-a-image-2',
  }),
  frontier('provider-a', {
    id: 'provider-a-image-2',
    tier: 'ultra',
    vendorId: 'gpt-image-2',
    can: [...EDITS, 'inpaint'],
  }),
]

/** Finds a model by its public id, or by the vendor's id, which edge users may know. */
export const findModel = (id: string): Model | undefined =>
  CATALOG.find((model) => model.id === id || (model.provider === 'edge-hosted' && model.vendorId === id))

/** Returns the model that a tier uses unless the request names another (spec 2.4). */
export const tierDefault = (tier: QualityTier): Model => {
  const model = CATALOG.find((entry) => entry.isDefault && entry.tier === tier)
  if (!model) throw new Error(`The catalog has no default for the tier ${tier}`)
  return model
}

/** Returns whether the model is refused: from the day on which its provider ends it. */
export const isRetired = ({ retiresAt }: Model, now: Date): boolean =>
  retiresAt !== null && now.toISOString().slice(0, 10) >= retiresAt
