import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { VendorName } from './conversations.ts'
import { READ_RATE } from './rates.ts'

const conversations = z.int().describe('Conversations of it')

const Stats = z
  .object({
    conversations: z.int().describe('Each once, in its latest version'),
    messages: z.int().describe('In all their branches, without those that their vendor hides'),
    windows: z.int().describe('Passages that the index holds, older versions that it has not dropped yet with them'),
    bytes: z.object({
      uploaded: z.int().describe('Of the exports as they came'),
      stored: z.int().describe('Of the conversations made of them, compressed'),
    }),
    vendors: z.array(z.object({ vendor: VendorName, conversations })).describe('Most first'),
    models: z
      .array(z.object({ model: z.string().describe('As its vendor calls it'), conversations }))
      .describe('The models that answered, most first; conversations that name none are left out'),
    months: z
      .array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), conversations }))
      .describe('By when they began, oldest first; conversations without a date are left out'),
    oldest: z.string().nullable().describe('When the first of them began'),
    newest: z.string().nullable().describe('When the last of them changed'),
    imports: z.object({
      total: z.int().describe('Uploads that were begun to be read, a thousand at most'),
      underway: z.int(),
      completed: z.int().describe('Those with errors in some items with them'),
      failed: z.int(),
    }),
    countedAt: z.iso.datetime().nullable().describe('When conversations were counted last; null: not yet'),
    fresh: z
      .boolean()
      .describe(
        'Whether nothing has been taken in or deleted since. Where it has, they are being counted again: ask again in some seconds',
      ),
    index: z
      .object({
        state: z.enum(['ready', 'surveyed']),
        surveyed: z.int().describe('Conversations that were looked at so far'),
        added: z.int().describe('Those of them that had to be made findable again'),
      })
      .describe(
        'surveyed: conversations are being gone through; after a change of the embedding model, or of the index itself, those that it does not hold are added again. Until then they are found by their words, or not yet',
      ),
  })
  .meta({ id: 'Stats' })
export type Stats = z.infer<typeof Stats>

export const getStats = endpoint({
  name: 'getStats',
  summary: 'What the archive holds',
  description:
    'Conversations, messages, passages and bytes, by vendor, model and month. Imports and uploaded bytes are as of now; the rest was counted at `countedAt`, at most once a minute.',
  tags: ['service'],
  route: 'GET /api/stats',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  responses: { 200: { description: 'The numbers', schema: Stats } },
  errors: ['unavailable'],
})
