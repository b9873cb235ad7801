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
  readonly negativePrompt: string
  readonly format: Format
  readonly preset: Preset | ''
  readonly sourceJobId: string
  readonly webhookUrl: string
  readonly enhancesPrompt: boolean
  readonly removesBackground: boolean
}

export const EMPTY_DRAFT: Draft = {
  prompt: '',
  tier: 'draft',
  ratio: '1:1',
  seed: '',
  negativePrompt: '',
  format: 'webp',
  preset: '',
  sourceJobId: '',
  webhookUrl: '',
  enhancesPrompt: false,
  removesBackground: false,
}

/** Builds the request of a draft without default values. */
export const requestOf = (draft: Draft): JobGenerateInput => ({
  prompt: draft.prompt.trim(),
  quality_tier: draft.tier,
  ...(draft.ratio === '1:1' ? {} : { aspect_ratio: draft.ratio }),
  ...(draft.seed.trim() === '' ? {} : { seed: Number(draft.seed) }),
  ...(draft.negativePrompt.trim() === '' ? {} : { negative_prompt: draft.negativePrompt.trim() }),
  ...(draft.format === 'webp' ? {} : { output_format: draft.format }),
  ...(draft.preset === '' ? {} : { output_preset: draft.preset }),
  ...(draft.sourceJobId.trim() === '' ? {} : { mode: 'img2img' as const, input_job_id: draft.sourceJobId.trim() }),
  ...(draft.webhookUrl.trim() === '' ? {} : { webhook_url: draft.webhookUrl.trim() }),
  ...(draft.enhancesPrompt ? { enhance_prompt: true } : {}),
  ...(draft.removesBackground ? { background_removal: true } : {}),
})
