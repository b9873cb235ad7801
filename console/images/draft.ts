import type { JobGenerateInput } from '../api/images.ts'

type Tier = NonNullable<JobGenerateInput['quality_tier']>
type Ratio = NonNullable<JobGenerateInput['aspect_ratio']>
type Format = NonNullable<JobGenerateInput['output_format']>
type Preset = NonNullable<JobGenerateInput['output_preset']>

/** Quality tiers, cheapest first. */
export const TIERS = ['draft', 'standard', 'premium', 'ultra', 'ultra_plus'] as const satisfies readonly Tier[]

export const RATIOS = [
  ...(['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9', '4:5', '5:4'] as const),
] as const satisfies readonly Ratio[]

export const FORMATS = ['webp', 'png', 'avif'] as const satisfies readonly Format[]

export const PRESETS = ['thumbnail', 'standard', 'hero', 'portrait'] as const satisfies readonly Preset[]

export interface Draft {
  readonly prompt: string
  readonly tier: Tier
  readonly ratio: Ratio
  readonly seed: string
  readonly negative: string
  readonly format: Format
  readonly preset: Preset | ''
  readonly source: string
  readonly webhook: string
  readonly isEnhanced: boolean
  readonly isCutOut: boolean
}

export const EMPTY_DRAFT: Draft = {
  prompt: '',
  tier: 'draft',
  ratio: '1:1',
  seed: '',
  negative: '',
  format: 'webp',
  preset: '',
  source: '',
  webhook: '',
  isEnhanced: false,
  isCutOut: false,
}

/** Builds the request of a draft without default values. */
export const requestOf = (draft: Draft): JobGenerateInput => ({
  prompt: draft.prompt.trim(),
  quality_tier: draft.tier,
  ...(draft.ratio === '1:1' ? {} : { aspect_ratio: draft.ratio }),
  ...(draft.seed.trim() === '' ? {} : { seed: Number(draft.seed) }),
  ...(draft.negative.trim() === '' ? {} : { negative_prompt: draft.negative.trim() }),
  ...(draft.format === 'webp' ? {} : { output_format: draft.format }),
  ...(draft.preset === '' ? {} : { output_preset: draft.preset }),
  ...(draft.source.trim() === '' ? {} : { mode: 'img2img' as const, input_job_id: draft.source.trim() }),
  ...(draft.webhook.trim() === '' ? {} : { webhook_url: draft.webhook.trim() }),
  ...(draft.isEnhanced ? { enhance_prompt: true } : {}),
  ...(draft.isCutOut ? { background_removal: true } : {}),
})
