import * as z from 'zod'
import {
  AspectRatio,
  DEADLINE_SECONDS_MAX,
  OutputFormat,
  PROMPT_MAX,
  PROVIDER_A_MODELS,
  PROVIDER_B_MODELS,
  Preset,
  QualityTier,
  SEED_MAX,
  WEBHOOK_URL_MAX,
} from './vocabulary.ts'

const handling = () => ({
  sync: z.boolean().optional().describe('Whether to wait for the image; default true for draft and standard'),
  deadline_seconds: z
    .int()
    .min(1)
    .max(DEADLINE_SECONDS_MAX)
    .optional()
    .describe('Seconds within which painting must begin; otherwise the job ends at no cost'),
  webhook_url: z
    .string()
    .min(1)
    .max(WEBHOOK_URL_MAX)
    .optional()
    .describe('Public https URL that is notified when the job has ended; requires a key or a session'),
  dry_run: z.boolean().default(false).describe('Return only a quote: price, gates, model and size'),
  idempotency_key: z.string().min(1).max(255).optional().describe('Use the same key for every retry of one image'),
})

/** The body of POST /v2/generate (spec 4.2). Rules that span fields are checked against the catalog afterwards. */
export const GenerateRequest = z
  .strictObject({
    prompt: z
      .string()
      .min(1)
      .max(PROMPT_MAX)
      .meta({ description: 'Description of the image', examples: ['A red fox in fresh snow'] }),
    quality_tier: QualityTier.default('standard').describe('Determines model and credits'),
    provider_a_model: z.enum(PROVIDER_A_MODELS).optional().describe('Bills at ultra; requires Pro and the milestone'),
    edge_model: z.string().min(1).max(100).optional().describe('Override for draft, standard, premium: GET /v2/models'),
    model: z.enum(PROVIDER_B_MODELS).optional().describe('provider-b override; community-locked'),
    aspect_ratio: AspectRatio.default('1:1'),
    image_size: z.enum(['512', '1K', '2K', '4K']).optional().describe('provider-b only'),
    negative_prompt: z.string().max(PROMPT_MAX).optional().describe('Effective on the draft tier only'),
    seed: z.int().min(0).max(SEED_MAX).optional().describe('Edge tiers only; the same seed gives the same image'),
    mode: z.enum(['txt2img', 'img2img']).default('txt2img'),
    input_job_id: z
      .uuid()
      .optional()
      .describe('A completed job that you may read, as the img2img source (ultra, ultra_plus)'),
    input_asset_url: z.string().min(1).max(2048).optional().describe('Asset URL of a prior job, chained into img2img'),
    input_image: z
      .string()
      .min(4)
      .optional()
      .describe('Source image for the v1.5 img2img and inpainting models: base64 or a data: URI'),
    mask_image: z
      .string()
      .min(4)
      .optional()
      .describe('Mask for the inpainting model; white is repainted: base64 or a data: URI'),
    input_strength: z.number().min(0).max(1).optional().describe('Denoising strength; v1.5 img2img only'),
    output_format: OutputFormat.default('webp'),
    output_quality: z.int().min(1).max(100).default(85).describe('For the lossy formats webp and avif'),
    output_preset: Preset.optional().describe('Also create a resized variant, returned at preset_url'),
    enhance_prompt: z
      .boolean()
      .default(false)
      .describe('Add medium, light and composition where the prompt does not name them; see enhancement_logic'),
    background_removal: z
      .boolean()
      .default(false)
      .describe('Also create a transparent PNG, returned at bg_removed_url'),
    ...handling(),
  })
  .meta({ id: 'GenerateRequest' })
export type GenerateRequest = z.infer<typeof GenerateRequest>
