import type { DeepReadonly } from '@signet/contracts'
import * as z from 'zod'
import { AspectRatio, JobState, OutputFormat, QualityTier } from './vocabulary.ts'

const enhancementLogic = () =>
  z
    .looseObject({
      version: z.string().describe('Version of the rules'),
      strategy: z.enum(['none', 'rules', 'llm']),
      applied: z.array(z.string()),
      painter: z.string().describe('The provider that drew the image'),
    })
    .meta({ id: 'EnhancementLogic' })

const quotaWarning = () =>
  z
    .object({
      meter: z.enum(['credits', 'images']).describe('The counted unit; images for callers without an account'),
      used: z.int().min(0).describe('Used in this cycle, including this job'),
      limit: z.int().min(0).describe('Limit of this cycle'),
    })
    .meta({ id: 'QuotaWarning' })

const webhook = () =>
  z
    .object({
      url: z.string(),
      state: z.enum(['pending', 'delivered', 'failed']),
      attempts: z.int().min(0).describe('Number of attempts begun'),
      last_status: z.int().nullable().describe('Status of the last response; null before the first'),
      next_attempt_at: z.iso.datetime().nullable().describe('Time of the next attempt; null if none is due'),
      history: z
        .array(
          z.object({
            at: z.iso.datetime().describe('Start of the attempt'),
            status: z.int().nullable().describe('Status of the response; null without a response'),
          }),
        )
        .optional()
        .describe('The last ten attempts, oldest first; only in a response with one job'),
    })
    .meta({ id: 'JobWebhook' })

const timeline = () =>
  z
    .array(z.object({ state: JobState, at: z.iso.datetime() }).meta({ id: 'JobMoment' }))
    .describe('Time at which the job entered each state, oldest first; only in a response with one job')

const charge = () =>
  z
    .object({
      credits: z.int().min(0).describe('Credits of the job; 0 if a quota of images pays'),
      state: z
        .enum(['held', 'captured', 'released'])
        .describe('held until the job ends; captured if it completes; released otherwise, at no cost'),
      entry: z
        .object({ type: z.enum(['capture', 'release']), ref: z.string() })
        .nullable()
        .describe('The entry in the statement of the account (`entries` of the usage); null before there is one'),
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

/** The Job (spec 2.1); members after completed_at are extensions. */
export const Job = z
  .object({
    job_id: z.uuid(),
    state: JobState,
    original_prompt: z.string(),
    final_prompt: z.string(),
    enhancement_logic: enhancementLogic(),
    model_id: z.string().describe('Model that drew it'),
    quality_tier: QualityTier.describe('Tier that it is billed at'),
    asset_url: z.url().nullable(),
    preset_url: z.url().nullable(),
    bg_removed_url: z.url().nullable(),
    output_format: OutputFormat,
    seed_used: z.int().nullable(),
    error: z.string().nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    error_code: z.string().nullable().describe('Stable code of the failure, such as content_rejected'),
    aspect_ratio: AspectRatio,
    width: z.int().nullable().describe('Pixels of the image'),
    height: z.int().nullable().describe('Pixels of the image'),
    bg_removal_method: z.string().nullable().describe('How the background was removed'),
    expires_at: z.iso.datetime().describe('Expiry of the job and its images'),
    deadline_at: z.iso
      .datetime()
      .nullable()
      .describe('Time at which the job ends at no cost if painting has not begun'),
    webhook: webhook().nullable().describe('The webhook of the job and its state'),
    receipt: z
      .string()
      .optional()
      .describe(
        'Hash of the receipt of the image, issued seconds after the end; anyone can verify it at /verify/<hash> of the platform',
      ),
    timeline: timeline().optional(),
    charge: charge()
      .nullable()
      .optional()
      .describe('Price of the job; null if it is free; only in a response with one job'),
    warning: quotaWarning().optional().describe('Only when the job is accepted: a quota is nearly used up'),
  })
  .meta({ id: 'Job', examples: [exampleJob] })
export type Job = DeepReadonly<z.infer<typeof Job>>

export const isCallersFault = (errorCode: string | null | undefined): boolean =>
  errorCode === 'content_rejected' || errorCode === 'invalid_source'
