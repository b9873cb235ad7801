import { QUALITY_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

/** The enumerations and limits of the image service (spec image-service 2 and 4.2). */
export const QualityTier = z.enum(QUALITY_TIERS)
export type QualityTier = z.infer<typeof QualityTier>

export const CAPABILITIES = ['txt2img', 'img2img', 'inpaint', 'negative_prompt', 'seed_control'] as const
export const Capability = z.enum(CAPABILITIES)
export type Capability = z.infer<typeof Capability>

export const ASPECT_RATIOS = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9', '4:5', '5:4'] as const
export const AspectRatio = z.enum(ASPECT_RATIOS)
export type AspectRatio = z.infer<typeof AspectRatio>

export const OUTPUT_FORMATS = ['png', 'webp', 'avif'] as const
export const OutputFormat = z.enum(OUTPUT_FORMATS)
export type OutputFormat = z.infer<typeof OutputFormat>

export const PRESETS = ['thumbnail', 'standard', 'hero', 'portrait'] as const
export const Preset = z.enum(PRESETS)
export type Preset = z.infer<typeof Preset>

/** The image providers. Each has a secret of the same name. */
export const PROVIDERS = ['edge-hosted', 'provider-a', 'provider-b'] as const
export type Provider = (typeof PROVIDERS)[number]

export const PROVIDER_A_MODELS = [
  'provider-a-image-1-mini',
  'provider-a-image-1',
  'provider-a-image-1.5',
  'provider-a-image-2',
] as const

export const PROVIDER_B_MODELS = ['provider-b-3.1-flash-image-preview', 'provider-b-3-pro-image-preview'] as const

export const JOB_STATES = ['queued', 'processing', 'encoding', 'completed', 'failed', 'failed_encoding'] as const
export const JobState = z.enum(JOB_STATES)
export type JobState = z.infer<typeof JobState>

export const DEADLINE_SECONDS_MAX = 86_400
export const WEBHOOK_URL_MAX = 2048

export const PROMPT_MAX = 2000
export const SEED_MAX = 2_147_483_647
/** Maximum variations per request (spec image-service 4.9 and 8). */
export const VARIATIONS_MAX = 4
/** Default strength of the change from the source, 0 to 1 (spec image-service 4.9, `create_variation`). */
export const VARIATION_STRENGTH = 0.7

/** Maximum bytes of source and mask together. As base64 (4/3 of the bytes) they fit into the 6 MB of a Lambda event. */
export const INPUT_BYTES_MAX = 4_194_304
/** Maximum JSON body of a generate request, in bytes. */
export const GENERATE_BODY_MAX = 5_900_000
