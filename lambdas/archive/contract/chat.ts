import { endpoint } from '@signet/contracts'
import { chatRequest, chatResponses } from '@signet/search/answers/contract'
import { CHAT_RATE } from '@signet/search/conversations/contract'

export const askArchive = endpoint({
  name: 'askArchive',
  summary: 'Ask the archive',
  description:
    'Answers from the archive only, each statement with a verified quote, or says that the archive does not answer the question. With `Accept: text/event-stream` the answer comes as events: `reasoning` for each step, `claim` for each statement with its citations as soon as its quotes are verified, then `answer` with the whole, or `error`.',
  tags: ['chat'],
  route: 'POST /api/chat',
  authority: 'scope:archive:read',
  rate: CHAT_RATE,
  request: chatRequest,
  responses: chatResponses,
  errors: ['quota_exceeded', 'spend_ceiling'],
})
