import { endpoint } from '@signet/contracts'
import { READ_RATE, VendorName } from '@signet/search/conversations/contract'
import * as z from 'zod'

const conversations = z.int().describe('Number of its conversations')

const allowed = () => z.object({ used: z.int().min(0), limit: z.int().min(0) })

const Stats = z
  .object({
    conversations: z.int().describe('Each once, in its latest version'),
    messages: z.int().describe('In all branches, without those that the vendor hides'),
    windows: z.int().describe('Passages in the index, including older versions not dropped yet'),
    bytes: z.object({
      uploaded: z.int().describe('Of the uploaded exports'),
      stored: z.int().describe('Of the stored conversations, compressed'),
    }),
    vendors: z.array(z.object({ vendor: VendorName, conversations })).describe('Most first'),
    models: z
      .array(z.object({ model: z.string().describe('The vendor’s name for it'), conversations }))
      .describe('Models of the answers, most frequent first; conversations without a model are not counted'),
    months: z
      .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), conversations }))
      .describe('By month of the beginning, oldest first; conversations without a date are not counted'),
    oldest: z.string().nullable().describe('Beginning of the first'),
    newest: z.string().nullable().describe('Last change'),
    imports: z.object({
      total: z.int().describe('Imports that were begun, at most a thousand'),
      underway: z.int(),
      completed: z.int().describe('Including those with errors in some items'),
      failed: z.int(),
    }),
    countedAt: z.iso.datetime().nullable().describe('Time of the last count; null: not counted yet'),
    fresh: z
      .boolean()
      .describe(
        'Whether nothing has been imported or deleted since. Otherwise a new count is in progress: ask again in some seconds',
      ),
    quotas: z
      .object({
        plan: z.enum(['free', 'pro', 'team']),
        bytes: allowed().describe('Bytes of uploads, stored and begun'),
        embeddingTokens: allowed().describe('Tokens of texts embedded this month, by estimate'),
        questions: allowed().describe('Questions this month, to the archive and to notebooks'),
        monthEndsAt: z.iso.datetime().describe('The month is that of UTC'),
      })
      .describe('What the plan of the organization allows, and what is used; beyond it 429 quota_exceeded'),
    index: z
      .object({
        state: z.enum(['ready', 'surveyed']),
        surveyed: z.int().describe('Conversations counted so far'),
        added: z.int().describe('Conversations that were indexed again'),
      })
      .describe(
        'surveyed: a pass over the conversations is in progress. After a change of the embedding model, or of the index itself, it adds the missing ones. Until then they are found by words only, or not at all',
      ),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

export const getStats = endpoint({
  name: 'getStats',
  summary: 'Statistics of the archive',
  description:
    'Conversations, messages, passages and bytes, by vendor, model and month. Imports and uploaded bytes are current; the rest was counted at `countedAt`, at most once a minute.',
  tags: ['service'],
  route: 'GET /api/stats',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  responses: { 200: { description: 'The numbers', schema: Stats } },
  errors: ['unavailable'],
})
