import { endpoint } from '@signet/contracts'
import { READ_RATE, RESULTS_MAX, SearchResults, searchQuery } from '@signet/search/conversations/contract'
import * as z from 'zod'
import { conversationParams } from './conversations.ts'

const tags = ['search']

export const searchArchive = endpoint({
  name: 'searchArchive',
  summary: 'Search the archive',
  description:
    'Searches the conversations of the archive by meaning and by words. If several imports contain a conversation, only the most recently changed copy is searched. Returns the conversations with their matching passages, best match first.',
  tags,
  route: 'GET /api/search',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { query: searchQuery },
  responses: { 200: { description: 'The search results', schema: SearchResults } },
})

export const similarConversations = endpoint({
  name: 'similarConversations',
  summary: 'Find similar conversations',
  description:
    'Finds conversations with a similar title, beginning and vocabulary. Excludes the conversation itself and copies of it.',
  tags,
  route: 'GET /api/conversations/:id/similar',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: conversationParams,
    query: z.strictObject({
      limit: z.int().min(1).max(RESULTS_MAX).default(10).describe('Maximum number of conversations'),
    }),
  },
  responses: { 200: { description: 'Similar conversations, most similar first', schema: SearchResults } },
  errors: ['not_found'],
})
