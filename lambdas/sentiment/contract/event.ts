import * as z from 'zod'
import { Platform } from './monitor.ts'

export const Label = z.enum(['POSITIVE', 'NEGATIVE', 'NEUTRAL', 'MIXED'])
export type Label = z.infer<typeof Label>

/** One mention for its tenant (spec supporting-services 2.5), without its text and without names. */
export const SentimentEvent = z
  .object({
    tenantId: z.string(),
    platform: Platform,
    mentionId: z.string().describe('Raw or hashed, by the settings of the monitor'),
    timestamp: z.iso.datetime().describe('When the mention appeared, or was last edited'),
    sentiment: z.object({
      label: Label,
      score: z.number().min(0).max(1).describe('Calibrated confidence of the label'),
    }),
    metadata: z.object({
      authorFollowers: z.int().min(0).describe('Two significant digits; 0 if the platform has none'),
      engagementScore: z
        .number()
        .min(0)
        .describe('log10(1 + likes + 2 replies + 3 (reposts + quotes)), three decimals'),
    }),
    eventId: z.string().describe('Unchanged by redelivery: drop ids that you have processed. An edit is another event'),
    source: z.string().describe('x, trustpilot, app-store, google-business, bluesky, mastodon; made-up: invented'),
    scorer: z.string().describe('Scorer and its version'),
  })
  .meta({ id: 'SentimentEvent' })
export type SentimentEvent = z.infer<typeof SentimentEvent>

export const CycleCounts = z.object({
  fetched: z.int().describe('Mentions from the platform'),
  duplicates: z.int().describe('Of them, read before'),
  redacted: z.int().describe('Pieces of personal data removed before scoring'),
  events: z.int().describe('Resulting events'),
  batches: z.int(),
  truncated: z.boolean().describe('There are more mentions; the next cycles read them'),
  unscored: z.int().describe('Of the events, in an unsupported language: NEUTRAL with a score of at most 0.5'),
  lost: z.int().describe('Windows that the platform does not offer any more'),
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
