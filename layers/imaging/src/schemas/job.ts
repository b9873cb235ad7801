import type { DeepReadonly } from '@signet/contracts'
import * as z from 'zod'
import { AspectRatio, JobState, OutputFormat, QualityTier } from './vocabulary.ts'

const enhancementLogic = () =>
  z
    .looseObject({
      version: z.string().describe('Version of the enhancement rules'),
      strategy: z
        .enum(['none', 'rules', 'llm'])
        .describe(
          '`none`: the prompt is unchanged; `rules`: fixed rules extended the prompt; `llm`: a language model extended the prompt',
        ),
      applied: z.array(z.string()).describe('Additions by the rules, such as `light: golden hour light`'),
      painter: z.string().describe('Provider that generated the image'),
    })
    .meta({ id: 'EnhancementLogic' })

const quotaWarning = () =>
  z
    .object({
      meter: z
        .enum(['credits', 'images'])
        .describe('Unit of the quota: `credits`, or `images` for callers without an account'),
      used: z.int().min(0).describe('Amount used in this cycle, including this job'),
      limit: z.int().min(0).describe('Maximum amount in this cycle'),
    })
    .meta({ id: 'QuotaWarning' })

const webhook = () =>
  z
    .object({
      url: z.string(),
      state: z.enum(['pending', 'delivered', 'failed']),
      attempts: z.int().min(0).describe('Number of started attempts'),
      last_status: z.int().nullable().describe('HTTP status of the last response; null before the first response'),
      next_attempt_at: z.iso.datetime().nullable().describe('Time of the next attempt; null if no attempt is due'),
      history: z
        .array(
          z.object({
            at: z.iso.datetime().describe('Start of the attempt'),
            status: z.int().nullable().describe('HTTP status of the response; null without a response'),
          }),
        )
        .optional()
        .describe('The last ten attempts, oldest first; returned only by `GET /v2/jobs/{id}`'),
    })
    .meta({ id: 'JobWebhook' })

const timeline = () =>
  z
    .array(z.object({ state: JobState, at: z.iso.datetime() }).meta({ id: 'JobMoment' }))
    .describe('Time at which the job entered each state, oldest first; returned only by `GET /v2/jobs/{id}`')

const charge = () =>
  z
    .object({
      credits: z.int().min(0).describe('Price in credits; 0 if an image quota covers the job'),
      state: z
        .enum(['held', 'captured', 'released'])
        .describe('`held` until the job ends, `captured` if it completes, `released` without a charge otherwise'),
      entry: z
        .object({ type: z.enum(['capture', 'release']), ref: z.string() })
        .nullable()
        .describe('Matching account statement entry (`entries` in the usage response); null until it exists'),
    })
    .meta({ id: 'JobCharge' })

const exampleJob = {
  job_id: '0199c5a4-8a3e-7c1b-a2d4-5e6f7a8b9c0d',
  state: 'completed',
  original_prompt: 'A red fox in fresh snow',
  final_prompt: 'A red fox in fresh snow',
  enhancement_logic: { version: '1', strategy: 'none', applied: [], painter: 'offline' },
  model_id: 'dreamshaper-8-lcm',
  quality_tier: 'draft',
  asset_url: 'https://images.example/v2/assets/0199c5a4-8a3e-7c1b-a2d4-5e6f7a8b9c0d',
  preset_url: null,
  bg_removed_url: null,
  output_format: 'webp',
  seed_used: 42,
  error: null,
  created_at: '2026-01-31T12:00:00Z',
  completed_at: '2026-01-31T12:00:02Z',
  error_code: null,
  aspect_ratio: '1:1',
  width: 1024,
  height: 1024,
  bg_removal_method: null,
  expires_at: '2026-03-02T12:00:00Z',
  deadline_at: null,
  webhook: null,
}

/** The Job (spec image-service 2.1); fields after completed_at are extensions. */
export const Job = z
  .object({
    job_id: z.uuid(),
    state: JobState,
    original_prompt: z.string(),
    final_prompt: z.string(),
    enhancement_logic: enhancementLogic(),
    model_id: z.string().describe('Model that generated the image'),
    quality_tier: QualityTier.describe('Billed quality tier'),
    asset_url: z.url().nullable(),
    preset_url: z.url().nullable(),
    bg_removed_url: z.url().nullable(),
    output_format: OutputFormat,
    seed_used: z.int().nullable(),
    error: z.string().nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    error_code: z
      .string()
      .nullable()
      .describe('Stable code of the failure, such as `content_rejected`; null if the job did not fail'),
    aspect_ratio: AspectRatio,
    width: z.int().nullable().describe('Width in pixels'),
    height: z.int().nullable().describe('Height in pixels'),
    bg_removal_method: z
      .string()
      .nullable()
      .describe('Method that removed the background; null if no transparent PNG was created'),
    expires_at: z.iso.datetime().describe('Time at which the job and its images expire'),
    deadline_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'Time at which the job ends without a charge if the generation has not started; null without a deadline',
      ),
    webhook: webhook().nullable().describe('Webhook of the job and its state; null without a webhook'),
    receipt: z
      .string()
      .optional()
      .describe(
        'Hash of the receipt for the image, issued seconds after the job ends. Anyone can verify it at `/verify/<hash>`.',
      ),
    timeline: timeline().optional(),
    charge: charge()
      .nullable()
      .optional()
      .describe('Price of the job; null if the job is free; returned only by `GET /v2/jobs/{id}`'),
    warning: quotaWarning().optional().describe('Sent when the job is accepted and a quota is nearly used up'),
  })
  .meta({ id: 'Job', examples: [exampleJob] })
export type Job = DeepReadonly<z.infer<typeof Job>>

export const isCallersFault = (errorCode: string | null | undefined): boolean =>
  errorCode === 'content_rejected' || errorCode === 'invalid_source'
