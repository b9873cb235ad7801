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
  sync: z
    .boolean()
    .optional()
    .describe('Whether the response waits for the image. Default: true for the draft and standard tiers.'),
  deadline_seconds: z
    .int()
    .min(1)
    .max(DEADLINE_SECONDS_MAX)
    .optional()
    .describe('Seconds within which the generation must start; otherwise the job ends without a charge'),
  webhook_url: z
    .string()
    .min(1)
    .max(WEBHOOK_URL_MAX)
    .optional()
    .describe('Public https URL that is notified when the job ends; requires an API key or a session'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('Whether to return only a quote (price, checks, model and size) instead of starting a job'),
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Idempotency key. Use the same key for every retry of one image.'),
})

/**
 * The body of POST /v2/generate (spec image-service 4.2).
 * Rules that span fields are checked against the catalog afterwards.
 */
export const GenerateRequest = z
  .strictObject({
    prompt: z
      .string()
      .min(1)
      .max(PROMPT_MAX)
      .meta({ description: 'Description of the image', examples: ['A red fox in fresh snow'] }),
    quality_tier: QualityTier.default('standard').describe('Quality tier; determines the default model and the price'),
    provider_a_model: z
      .enum(PROVIDER_A_MODELS)
      .optional()
      .describe(
        'Provider A model, billed as the ultra tier. Requires the Pro plan; available once unlocked (see `GET /v2/models`).',
      ),
    edge_model: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('Model for the draft, standard or premium tier, from `GET /v2/models`'),
    model: z
      .enum(PROVIDER_B_MODELS)
      .optional()
      .describe('Provider B model; available once unlocked (see `GET /v2/models`)'),
    aspect_ratio: AspectRatio.default('1:1'),
    image_size: z
      .enum(['512', '1K', '2K', '4K'])
      .optional()
      .describe('Image size. Supported by Provider B models only.'),
    negative_prompt: z.string().max(PROMPT_MAX).optional().describe('Content to avoid; applies to the draft tier only'),
    seed: z
      .int()
      .min(0)
      .max(SEED_MAX)
      .optional()
      .describe(
        'Seed, for the draft, standard and premium tiers. The same request with the same seed generates the same image.',
      ),
    mode: z
      .enum(['txt2img', 'img2img'])
      .default('txt2img')
      .describe('`txt2img`: only the prompt is used; `img2img`: also requires a source image'),
    input_job_id: z
      .uuid()
      .optional()
      .describe('ID of a completed job that you can read, used as the img2img source (tiers `ultra` and `ultra_plus`)'),
    input_asset_url: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('Asset URL of an earlier job, used as the img2img source'),
    input_image: z
      .string()
      .min(4)
      .optional()
      .describe('Source image for the Stable Diffusion 1.5 img2img and inpainting models, as base64 or a `data:` URI'),
    mask_image: z
      .string()
      .min(4)
      .optional()
      .describe('Mask for the inpainting model, as base64 or a `data:` URI; white areas are regenerated'),
    input_strength: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Denoising strength, for the model `sd-1.5-img2img` only'),
    output_format: OutputFormat.default('webp'),
    output_quality: z.int().min(1).max(100).default(85).describe('Quality of the lossy formats `webp` and `avif`'),
    output_preset: Preset.optional().describe('Resized variant to create in addition, returned at `preset_url`'),
    enhance_prompt: z
      .boolean()
      .default(false)
      .describe(
        'Whether to add medium, lighting and composition if the prompt does not specify them; see `enhancement_logic`',
      ),
    background_removal: z
      .boolean()
      .default(false)
      .describe('Whether to also create a transparent PNG, returned at `bg_removed_url`'),
    ...handling(),
  })
  .meta({ id: 'GenerateRequest' })
export type GenerateRequest = z.infer<typeof GenerateRequest>
