import { endpoint } from '@signet/contracts'
import { chatRequest, chatResponses } from '@signet/search/answers/contract'
import { CHAT_RATE } from '@signet/search/conversations/contract'

export const askArchive = endpoint({
  name: 'askArchive',
  summary: 'Ask the archive a question',
  description:
    "Answers a question from the conversations in the organization's archive. Each statement has a verified quote. If the archive does not contain the answer, the response says so. With `Accept: text/event-stream`, the response is a stream of events: `reasoning` for each step, `claim` for each statement after its quotes are verified, then `answer` with the complete answer, or `error`.",
  tags: ['chat'],
  route: 'POST /api/chat',
  authority: 'scope:archive:read',
  rate: CHAT_RATE,
  request: chatRequest,
  responses: chatResponses,
  errors: ['quota_exceeded', 'spend_ceiling'],
})
