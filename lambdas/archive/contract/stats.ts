import { endpoint } from '@signet/contracts'
import { READ_RATE, VendorName } from '@signet/search/conversations/contract'
import * as z from 'zod'

const conversations = z.int().describe('Number of conversations')

const usageAndLimit = () => z.object({ used: z.int().min(0), limit: z.int().min(0) })

const Stats = z
  .object({
    conversations: z.int().describe('Number of conversations in their latest version, without duplicates'),
    messages: z
      .int()
      .describe(
        'Number of messages, including earlier versions of questions and answers but excluding messages that the vendor hides',
      ),
    windows: z
      .int()
      .describe('Number of passages in the index, including older versions that have not been removed yet'),
    bytes: z.object({
      uploaded: z.int().describe('Size of the uploaded exports in bytes'),
      stored: z.int().describe('Compressed size of the stored conversations in bytes'),
    }),
    vendors: z
      .array(z.object({ vendor: VendorName, conversations }))
      .describe('Vendors of the exports, in descending order of conversations'),
    models: z
      .array(z.object({ model: z.string().describe('Model as named by the vendor'), conversations }))
      .describe(
        'Models that generated the answers, most frequent first. Conversations without a model are not counted.',
      ),
    months: z
      .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), conversations }))
      .describe(
        'Conversations by the month in which they started, oldest first. Conversations without a date are not counted.',
      ),
    oldest: z.string().nullable().describe('Start of the oldest conversation; null if no date is known'),
    newest: z.string().nullable().describe('Time of the latest change to a conversation; null if no date is known'),
    imports: z.object({
      total: z.int().describe('Number of started imports, counted up to 1,000'),
      inProgress: z.int().describe('Number of imports in progress'),
      completed: z.int().describe('Number of completed imports, including those with errors in some items'),
      failed: z.int().describe('Number of failed imports'),
    }),
    countedAt: z.iso.datetime().nullable().describe('Time of the last count; null if not counted yet'),
    fresh: z
      .boolean()
      .describe(
        'Whether the counts include all imports and deletions. If false, a new count is in progress; repeat the request in a few seconds.',
      ),
    quotas: z
      .object({
        plan: z.enum(['free', 'pro', 'team']),
        bytes: usageAndLimit().describe('Bytes of stored and started uploads'),
        embeddingTokens: usageAndLimit().describe('Estimated number of text tokens embedded this month'),
        questions: usageAndLimit().describe('Number of questions to the archive and to notebooks this month'),
        monthEndsAt: z.iso.datetime().describe('End of the month (UTC), when the monthly quotas reset'),
      })
      .describe("Limits and usage of the organization's plan. Beyond a limit, requests return 429 `quota_exceeded`."),
    index: z
      .object({
        state: z.enum(['ready', 'scanning']),
        scanned: z.int().describe('Number of conversations scanned so far'),
        added: z.int().describe('Number of conversations re-indexed so far'),
      })
      .describe(
        'State of the search index. `scanning`: a scan is counting the conversations. After a change of the embedding model or of the index, the scan also re-indexes them; a conversation that is not yet re-indexed is found only by keyword search, or not at all.',
      ),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

export const getStats = endpoint({
  name: 'getStats',
  summary: 'Get archive statistics',
  description:
    'Returns the number of conversations, messages, passages and bytes, by vendor, model and month. Imports and uploaded bytes are current. Other counts are as of `countedAt`; they are updated at most once per minute.',
  tags: ['service'],
  route: 'GET /api/stats',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  responses: { 200: { description: 'The statistics of the archive', schema: Stats } },
  errors: ['unavailable'],
})
