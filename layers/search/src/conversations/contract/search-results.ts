import * as z from 'zod'
import { Branch, ConversationSummary, filters } from './conversation-parts.ts'

/** Spec supporting-services 8. */
export const RESULTS_MAX = 100

const Position = z.object({ start: z.int(), end: z.int().describe('Offset after the last character') })

const SearchHit = z
  .object({
    messageIds: z.array(z.string()).describe('IDs of the messages in the passage'),
    branch: Branch,
    kind: z.enum(['messages', 'attachment']),
    createdAt: z.string().nullable().describe('Time of the passage; null if unknown'),
    score: z.number().min(0).max(1),
    snippet: z.object({
      text: z.string(),
      highlights: z.array(Position).describe('Matched words, as offsets in `text`'),
    }),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>

export const SearchResult = z
  .object({
    conversation: ConversationSummary,
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Score of the best passage, from 0 to 1. With an embedding model, the cosine similarity of query and passage; otherwise, the word match relative to the best possible match. Results are ordered by rank; a score is never higher than the score of the previous result.',
      ),
    hits: z.array(SearchHit).max(3).describe('Best matching passages of the conversation, at most 3'),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof SearchResult>

export const searchQuery = z.strictObject({
  q: z.string().min(1).max(1000).regex(/\S/, 'must not be blank').describe('Search query'),
  limit: z.int().min(1).max(RESULTS_MAX).default(10).describe('Maximum number of conversations'),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .describe('Minimum score, from 0 to 1. Results with a lower score are omitted.'),
  branches: z
    .enum(['active', 'all'])
    .default('active')
    .describe(
      'Versions to search. `active`: only current versions; `all`: also earlier versions of questions and answers',
    ),
  ...filters,
})

export const SearchResults = z.object({ results: z.array(SearchResult).max(RESULTS_MAX) })
