import { endpoint } from '@signet/contracts'
import { QUALITY_TIERS } from '@signet/ledger/tiers'
import * as z from 'zod'

const tags = ['images']

const QualityTier = z.enum(QUALITY_TIERS)

/** The state of an image. All intermediate states of the image service count as processing. */
export const ImageStatus = z.enum(['pending', 'processing', 'completed', 'failed'])
export type ImageStatus = z.infer<typeof ImageStatus>

const listed = {
  id: z.string(),
  prompt: z.string(),
  quality_tier: QualityTier,
  status: ImageStatus,
  image_url: z.url().nullable().describe('URL of the image; null until the image is complete'),
  created_at: z.iso.datetime(),
}

/** An image in a list (spec platform-api 2.9). */
export const ListedImage = z.object(listed)
export type ListedImage = z.infer<typeof ListedImage>

const ImageDetail = z.object({
  ...listed,
  error: z.string().nullable().describe('Reason why the image failed; null if it did not fail'),
})

/** The accepted image (spec platform-api 2.9). */
const CreatedImage = z.object({
  id: z.string(),
  job_id: z.string().describe('ID of the job at the image service; equals `id`'),
  state: ImageStatus,
  original_prompt: z.string(),
  final_prompt: z.string().describe('Prompt that was sent to the image model'),
  asset_url: z.url().nullable().describe('URL of the image; null until the image is complete'),
  created_at: z.iso.datetime(),
  warning: z
    .object({ meter: z.literal('images'), used: z.int().min(0), limit: z.int().min(0) })
    .optional()
    .describe('Usage and limit of the image quota. Present when at least 80% of the quota is used.'),
})
export type CreatedImage = z.infer<typeof CreatedImage>

export const generateImage = endpoint({
  name: 'generateImage',
  summary: 'Create an image',
  description:
    'Generates an image from the prompt. Each image counts as one unit of the monthly image quota; a failed image does not count. For draft and standard images, the response waits up to 25 seconds for the image.',
  tags,
  route: 'POST /api/images/generate',
  authority: 'scope:images:write',
  idempotent: true,
  // Limits failed images, which do not count against the quota but use the providers.
  rate: { requests: 600, window: '1m', by: 'caller' },
  request: {
    headers: z.object({
      'idempotency-key': z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Idempotency key, stored for 24 hours. Use the same key for every retry of an image.'),
    }),
    body: z.strictObject({
      prompt: z.string().min(1).max(2_000).describe('Description of the image'),
      quality_tier: QualityTier.default('standard'),
      negative_prompt: z
        .string()
        .max(2_000)
        .optional()
        .describe('Content to avoid in the image. Applies only to images of the draft tier.'),
    }),
    maxBodyBytes: 32_768,
  },
  responses: {
    201: {
      description: 'The image was generated, or its generation is in progress',
      schema: CreatedImage,
      headers: {
        'idempotent-replayed': {
          description: '`true` if the response repeats that of an earlier request with this idempotency key',
          schema: z.string().optional(),
        },
        'x-quota-warning': {
          description: 'Present when at least 80% of the image quota is used: name, usage and limit of the quota',
          schema: z.string().optional(),
        },
      },
    },
  },
  errors: [
    'forbidden',
    'quota_exceeded',
    {
      code: 'key_budget_exhausted',
      status: 429,
      description: 'The API key has used up its budget for the current UTC day; see `Retry-After`.',
    },
    'plan_required',
    {
      code: 'model_locked',
      status: 403,
      description:
        'The model of this quality tier is not available yet: it is unlocked when enough customers have bought credits or an Agency plan. For the progress, see `GET /v2/models` of the image API.',
    },
    'idempotency_in_progress',
    'idempotency_mismatch',
    {
      code: 'content_rejected',
      status: 422,
      description: 'The provider rejected the prompt or the generated image. Change the prompt.',
    },
    'upstream_failed',
    'spend_ceiling',
    'unavailable',
  ],
})

export const listImages = endpoint({
  name: 'listImages',
  summary: 'List images',
  description: 'Lists the newest 2,000 images of the organization, newest first.',
  tags,
  route: 'GET /api/images',
  authority: 'scope:images:read',
  request: {
    query: z.strictObject({
      limit: z.int().min(1).max(100).default(20).describe('Images per page'),
      offset: z.int().min(0).max(1_999).default(0).describe('Number of images to skip'),
      state: ImageStatus.optional().describe('Filter by state'),
    }),
  },
  responses: { 200: { description: 'A page of images', schema: z.object({ images: z.array(ListedImage) }) } },
  errors: ['upstream_failed', 'unavailable'],
})

const ImageParams = z.strictObject({ id: z.string().min(1).max(200).describe('ID of the image') })

export const getImage = endpoint({
  name: 'getImage',
  summary: 'Get an image',
  description: 'Returns an image of the organization with its current state.',
  tags,
  route: 'GET /api/images/:id',
  authority: 'scope:images:read',
  request: { params: ImageParams },
  responses: { 200: { description: 'The image', schema: ImageDetail } },
  errors: ['not_found', 'upstream_failed', 'unavailable'],
})

export const deleteImage = endpoint({
  name: 'deleteImage',
  summary: 'Delete an image',
  description:
    'Permanently deletes the image and its files. The image still counts against the quota, unless it was deleted before its generation started.',
  tags,
  route: 'DELETE /api/images/:id',
  authority: 'scope:images:write',
  request: { params: ImageParams },
  responses: { 204: { description: 'The image was deleted' } },
  errors: [
    'forbidden',
    'not_found',
    {
      code: 'still_processing',
      status: 409,
      description: 'The image is being generated. Delete the image when the generation is completed.',
    },
    'upstream_failed',
    'unavailable',
  ],
})
