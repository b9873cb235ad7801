import { endpoint } from '@signet/contracts'
import { READ_RATE, VendorName } from '@signet/search/conversations/contract'
import * as z from 'zod'

const conversations = z.int().describe('Number of conversations')

const allowed = () => z.object({ used: z.int().min(0), limit: z.int().min(0) })

const Stats = z
  .object({
    conversations: z.int().describe('Number of conversations in their latest version, without duplicates'),
    messages: z.int().describe('Messages in all branches, excluding those that the vendor hides'),
    windows: z.int().describe('Passages in the index, including older versions that are not removed yet'),
    bytes: z.object({
      uploaded: z.int().describe('Bytes of the uploaded exports'),
      stored: z.int().describe('Compressed bytes of the stored conversations'),
    }),
    vendors: z.array(z.object({ vendor: VendorName, conversations })).describe('Vendors, most conversations first'),
    models: z
      .array(z.object({ model: z.string().describe('Model as named by the vendor'), conversations }))
      .describe('Models of the answers, most frequent first; conversations without a model are not counted'),
    months: z
      .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), conversations }))
      .describe(
        'Conversations by month of their beginning, oldest first; conversations without a date are not counted',
      ),
    oldest: z.string().nullable().describe('Beginning of the oldest conversation'),
    newest: z.string().nullable().describe('Time of the last change'),
    imports: z.object({
      total: z.int().describe('Imports that were started, at most a thousand'),
      underway: z.int(),
      completed: z.int().describe('Completed imports, including those with errors in some items'),
      failed: z.int(),
    }),
    countedAt: z.iso.datetime().nullable().describe('Time of the last count; null if not counted yet'),
    fresh: z
      .boolean()
      .describe(
        'True if nothing has been imported or deleted since. Otherwise a new count is in progress: repeat the request in some seconds',
      ),
    quotas: z
      .object({
        plan: z.enum(['free', 'pro', 'team']),
        bytes: allowed().describe('Bytes of stored and started uploads'),
        embeddingTokens: allowed().describe('Estimated tokens of texts embedded this month'),
        questions: allowed().describe('Questions to the archive and to notebooks this month'),
        monthEndsAt: z.iso.datetime().describe('End of the month, in UTC'),
      })
      .describe("Limits of the organization's plan, and usage; beyond a limit, requests return 429 quota_exceeded"),
    index: z
      .object({
        state: z.enum(['ready', 'surveyed']),
        surveyed: z.int().describe('Conversations counted so far'),
        added: z.int().describe('Conversations that were re-indexed'),
      })
      .describe(
        'surveyed: a pass over the conversations is in progress. After a change of the embedding model or of the index, it adds missing conversations. Until then they are found by words only, or not at all',
      ),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

export const getStats = endpoint({
  name: 'getStats',
  summary: 'Get archive statistics',
  description:
    'Returns the number of conversations, messages, passages and bytes, by vendor, model and month. Imports and uploaded bytes are current; other counts are as of `countedAt`, updated at most once per minute.',
  tags: ['service'],
  route: 'GET /api/stats',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  responses: { 200: { description: 'The statistics', schema: Stats } },
  errors: ['unavailable'],
})
