import { endpoint } from '@signet/contracts'
import { chatRequest, chatResponses } from '@signet/search/answers/contract'
import { CHAT_RATE, READ_RATE, SearchResults, searchQuery } from '@signet/search/conversations/contract'
import { NOTEBOOK_PATH, notebookParams } from './notebooks.ts'

export const searchNotebook = endpoint({
  name: 'searchNotebook',
  summary: 'Search a notebook',
  description:
    "Searches the conversations in the notebook's sources by meaning and by words. Returns the conversations with their matching passages, best match first.",
  tags: ['notebooks'],
  route: `POST ${NOTEBOOK_PATH}/search`,
  authority: 'scope:archive:read',
  rate: READ_RATE,
  request: { params: notebookParams, body: searchQuery, maxBodyBytes: 16_384 },
  responses: { 200: { description: 'The search results', schema: SearchResults } },
  errors: ['not_found'],
})

export const askNotebook = endpoint({
  name: 'askNotebook',
  summary: 'Ask a notebook a question',
  description:
    "Answers a question from the notebook's sources, following the notebook's instructions. With `Accept: text/event-stream`, the response is a stream of the same events as in `POST /api/chat`.",
  tags: ['notebooks'],
  route: `POST ${NOTEBOOK_PATH}/chat`,
  authority: 'scope:archive:read',
  rate: CHAT_RATE,
  request: { params: notebookParams, ...chatRequest },
  responses: chatResponses,
  errors: ['not_found', 'quota_exceeded', 'spend_ceiling', 'unavailable'],
})
