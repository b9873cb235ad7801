import * as z from 'zod'
import { Platform } from './monitor.ts'

export const Label = z.enum(['POSITIVE', 'NEGATIVE', 'NEUTRAL', 'MIXED'])
export type Label = z.infer<typeof Label>

/** The sentiment of one mention (spec supporting-services 2.5), without the text and without names. */
export const SentimentEvent = z
  .object({
    tenantId: z.string(),
    platform: Platform,
    mentionId: z.string().describe('ID of the mention, raw or hashed depending on `mentionIdMode`'),
    timestamp: z.iso.datetime().describe('Time when the mention was published or last edited'),
    sentiment: z.object({
      label: Label,
      score: z.number().min(0).max(1).describe('Calibrated confidence of the label'),
    }),
    metadata: z.object({
      authorFollowers: z
        .int()
        .min(0)
        .describe('Followers of the author, rounded to two significant digits; 0 if the platform does not report them'),
      engagementScore: z
        .number()
        .min(0)
        .describe('log10(1 + likes + 2 × replies + 3 × (reposts + quotes)), rounded to three decimals'),
    }),
    eventId: z
      .string()
      .describe(
        'ID of the event. Redelivery does not change it, so ignore IDs that you have already processed. An edited mention has a new ID.',
      ),
    source: z
      .string()
      .describe(
        'Source of the mention: x, trustpilot, app-store, google-business, bluesky or mastodon; simulated if the mention is generated',
      ),
    scorer: z.string().describe('Sentiment scorer with its version'),
  })
  .meta({ id: 'SentimentEvent' })
export type SentimentEvent = z.infer<typeof SentimentEvent>

export const CycleCounts = z.object({
  fetched: z.int().describe('Number of mentions received from the platform'),
  duplicates: z.int().describe('Number of received mentions that were processed before'),
  redacted: z.int().describe('Number of pieces of personal data removed before scoring'),
  events: z.int().describe('Number of events created (one per new or edited mention)'),
  batches: z.int(),
  truncated: z.boolean().describe('Whether more mentions exist, which are collected in the next cycles'),
  unscored: z
    .int()
    .describe(
      'Number of events whose texts could not be scored, for example because the language is not supported. These events have the label `NEUTRAL` and a score of 0.5.',
    ),
  lost: z.int().describe('Number of time windows whose mentions the platform no longer provides'),
})
export type CycleCounts = z.infer<typeof CycleCounts>

export const CycleOutcome = z.enum([
  'done',
  'truncated',
  'rate_limited',
  'quota_exhausted',
  'auth_failed',
  'bad_query',
  'budget_spent',
  'failed',
])
export type CycleOutcome = z.infer<typeof CycleOutcome>
