import { endpoint } from '@signet/contracts'
import * as z from 'zod'
import { ChatAnswer, chatQuestion } from './chat.ts'
import { filters } from './conversations.ts'
import { notebookParams, ONE_NOTEBOOK } from './notebooks.ts'
import { CHAT_RATE, READ_RATE } from './rates.ts'
import { RESULTS_MAX, SearchResult } from './search.ts'

export const searchNotebook = endpoint({
  name: 'searchNotebook',
  summary: 'Search a notebook',
  description: 'As the search of the archive, among the conversations of the sources of the notebook.',
  tags: ['notebooks'],
  route: `POST ${ONE_NOTEBOOK}/search`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: {
    params: notebookParams,
    body: z.strictObject({
      q: z.string().min(1).max(1000).regex(/\S/, 'must say something').describe('What is looked for'),
      limit: z.int().min(1).max(RESULTS_MAX).default(10).describe('Conversations at most'),
      threshold: z.number().min(0).max(1).default(0).describe('Results with a smaller score are left out'),
      branches: z.enum(['active', 'all']).default('active').describe('all: also answers that were made again'),
      ...filters,
    }),
    maxBodyBytes: 16_384,
  },
  responses: {
    200: { description: 'What was found', schema: z.object({ results: z.array(SearchResult).max(RESULTS_MAX) }) },
  },
  errors: ['not_found'],
})

export const askNotebook = endpoint({
  name: 'askNotebook',
  summary: 'Ask a notebook',
  description:
    'As the chat of the archive, from the sources of the notebook alone and with its instructions. With `Accept: text/event-stream` the answer comes as events.',
  tags: ['notebooks'],
  route: `POST ${ONE_NOTEBOOK}/chat`,
  authority: 'scope:archive:read',
  rate: CHAT_RATE,
  request: {
    params: notebookParams,
    headers: z.object({
      accept: z
        .string()
        .max(1000)
        .optional()
        .meta({ description: 'text/event-stream for events', examples: ['application/json'] }),
    }),
    body: z.strictObject({ ...chatQuestion, ...filters }),
    maxBodyBytes: 1_000_000,
  },
  responses: {
    200: {
      description: 'The answer, or events',
      schema: ChatAnswer,
      mediaTypes: ['application/json', 'text/event-stream'],
      stream: true,
    },
  },
  errors: ['not_found', 'unavailable'],
})
