import * as z from 'zod'
import { Platform } from './monitor.ts'

export const Label = z.enum(['POSITIVE', 'NEGATIVE', 'NEUTRAL', 'MIXED'])
export type Label = z.infer<typeof Label>

/** One mention for its tenant (spec supporting-services 2.5), without its text and without names. */
export const SentimentEvent = z
  .object({
    tenantId: z.string(),
    platform: Platform,
    mentionId: z.string().describe('Id of the mention, raw or hashed depending on the settings of the monitor'),
    timestamp: z.iso.datetime().describe('Time when the mention appeared, or was last edited'),
    sentiment: z.object({
      label: Label,
      score: z.number().min(0).max(1).describe('Calibrated confidence of the label'),
    }),
    metadata: z.object({
      authorFollowers: z
        .int()
        .min(0)
        .describe('Followers of the author, with two significant digits; 0 if the platform does not report them'),
      engagementScore: z
        .number()
        .min(0)
        .describe('log10(1 + likes + 2 replies + 3 (reposts + quotes)), three decimals'),
    }),
    eventId: z
      .string()
      .describe(
        'Id of the event, unchanged by redelivery: ignore ids that you have processed. An edited mention has a new id',
      ),
    source: z
      .string()
      .describe(
        'Source of the mention: x, trustpilot, app-store, google-business, bluesky or mastodon; made-up for invented mentions',
      ),
    scorer: z.string().describe('Scorer with its version'),
  })
  .meta({ id: 'SentimentEvent' })
export type SentimentEvent = z.infer<typeof SentimentEvent>

export const CycleCounts = z.object({
  fetched: z.int().describe('Number of mentions from the platform'),
  duplicates: z.int().describe('Number of fetched mentions that were read before'),
  redacted: z.int().describe('Pieces of personal data removed before scoring'),
  events: z.int().describe('Number of events created'),
  batches: z.int(),
  truncated: z.boolean().describe('True if there are more mentions, which the next cycles read'),
  unscored: z
    .int()
    .describe('Number of events in an unsupported language, which are NEUTRAL with a score of at most 0.5'),
  lost: z.int().describe('Number of windows that the platform no longer offers'),
})
export type CycleCounts = z.infer<typeof CycleCounts>

export const CycleOutcome = z.enum([
  'done',
  'truncated',
  'rate_limited',
  'quota_gone',
  'auth_failed',
  'bad_query',
  'budget_spent',
  'failed',
])
export type CycleOutcome = z.infer<typeof CycleOutcome>
