import * as z from 'zod'
import { Platform } from './monitor.ts'

export const Label = z.enum(['POSITIVE', 'NEGATIVE', 'NEUTRAL', 'MIXED'])
export type Label = z.infer<typeof Label>

/** One mention for its tenant (spec supporting-services 2.5), without its text and without names. */
export const SentimentEvent = z
  .object({
    tenantId: z.string(),
    platform: Platform,
    mentionId: z.string().describe('Raw or hashed, as the monitor says'),
    timestamp: z.iso.datetime().describe('When the mention appeared, or was last edited'),
    sentiment: z.object({
      label: Label,
      score: z.number().min(0).max(1).describe('How sure the label is, calibrated'),
    }),
    metadata: z.object({
      authorFollowers: z.int().min(0).describe('Two significant digits; 0 where the platform has none'),
      engagementScore: z
        .number()
        .min(0)
        .describe('log10(1 + likes + 2 replies + 3 (reposts + quotes)), three decimals'),
    }),
    eventId: z
      .string()
      .describe('The same whenever the event is sent again: drop what you have had. An edit is another event'),
    source: z
      .string()
      .describe('x, trustpilot, app-store, google-business, bluesky, mastodon; made-up: nobody wrote it'),
    scorer: z.string().describe('Who scored, with its version'),
  })
  .meta({ id: 'SentimentEvent' })
export type SentimentEvent = z.infer<typeof SentimentEvent>

/** The counts of one cycle of a platform. */
export const CycleCounts = z.object({
  fetched: z.int().describe('Mentions that the platform gave'),
  duplicates: z.int().describe('Of them, had before'),
  redacted: z.int().describe('Pieces of personal data that were removed before scoring'),
  events: z.int().describe('Events that came of it'),
  batches: z.int(),
  truncated: z.boolean().describe('More is there than was taken: the next cycles take it'),
  unscored: z
    .int()
    .describe('Of the events, in a language that the scorer does not read: NEUTRAL with a score of at most 0.5'),
  lost: z.int().describe('Windows that the platform does not give any more'),
})
export type CycleCounts = z.infer<typeof CycleCounts>

/** How the cycle of a platform ended. */
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
