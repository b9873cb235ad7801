import { endpoint } from '@signet/contracts'
import { READ_RATE, RESULTS_MAX, SearchResults, searchQuery } from '@signet/search/conversations/contract'
import * as z from 'zod'
import { conversationParams } from './conversations.ts'

const tags = ['search']

export const searchArchive = endpoint({
  name: 'searchArchive',
  summary: 'Search the archive',
  description:
    'Conversations by meaning and by words, best first, with the matching passages. Only latest versions are searched.',
  tags,
  route: 'GET /api/search',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { query: searchQuery },
  responses: { 200: { description: 'The results', schema: SearchResults } },
})

export const similarConversations = endpoint({
  name: 'similarConversations',
  summary: 'Find similar conversations',
  description:
    'By its title, its beginning and its most frequent words; without the conversation itself and copies of it.',
  tags,
  route: 'GET /api/conversations/:id/similar',
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: conversationParams,
    query: z.strictObject({ limit: z.int().min(1).max(RESULTS_MAX).default(10).describe('Most conversations') }),
  },
  responses: { 200: { description: 'Most similar first', schema: SearchResults } },
  errors: ['not_found'],
})
