import * as z from 'zod'
import { OutputFormat, QualityTier } from './vocabulary.ts'

const unlockStatus = () =>
  z
    .object({
      type: z.enum(['community_milestone', 'unlocked']),
      display_current: z.int().min(0).describe('Current number of backers (paying customers)'),
      display_goal: z.int().min(0).describe('Displayed target number of backers'),
      funded_basis: z
        .boolean()
        .describe(
          'Whether committed revenue unlocks the model. If true, `display_current` and `display_goal` are still numbers of backers.',
        ),
      unlock_url: z.string(),
      agent_hint: z.string().describe('Text for an agent to pass on to its user'),
    })
    .meta({ id: 'UnlockStatus' })

/** A row of GET /v2/models (spec image-service 2.2). */
export const ModelEntry = z
  .object({
    id: z.string(),
    quality_tier: QualityTier,
    is_default: z.boolean().describe('Whether this is the default model of the tier'),
    provider: z.string(),
    capabilities: z.object({
      txt2img: z.boolean(),
      img2img: z.boolean(),
      inpaint: z.boolean(),
      negative_prompt: z.boolean(),
      seed_control: z.boolean(),
    }),
    cost_tier: z.enum(['low', 'medium', 'high']),
    latency_class: z.enum(['fast', 'medium', 'slow']),
    credits_per_request: z
      .int()
      .min(0)
      .nullable()
      .describe('Price in credits; null if the price depends on the quality tier of the request'),
    output_types: z.array(OutputFormat).describe('Supported output formats'),
    default_size: z
      .string()
      .regex(/^\d+x\d+$/)
      .describe('Size at the aspect ratio 1:1, in pixels'),
    is_available: z.boolean(),
    unlock_status: unlockStatus().optional(),
    available_from: z
      .string()
      .nullable()
      .describe('Date from which the model is available (ISO 8601); null if not announced'),
    retires_at: z.string().nullable().describe('Retirement date of the model (ISO 8601); null if none is announced'),
    replacement: z.string().nullable().describe('Model to use after the retirement; null if there is none'),
  })
  .meta({ id: 'ModelEntry' })
export type ModelEntry = z.infer<typeof ModelEntry>
