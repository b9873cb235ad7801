import { reply } from '@signet/contracts'
import { route, unavailable } from '@signet/kernel'
import { LanguageModelFault } from '@signet/language-model'
import { askArchive, type ChatAnswer } from '../contract/chat.ts'
import { workspaceOf } from '../workspace.ts'
import { type AskDeps, type AskEvent, ask } from './ask.ts'

const FAILED = 'The language model did not answer; ask again'
const RETRY_SECONDS = 5

/** Whether the caller would rather have events than JSON (RFC 9110 12.5.1); JSON where it says nothing. */
export const wantsEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => range.trim().toLowerCase().startsWith('text/event-stream'))

const encoder = new TextEncoder()
const frame = (event: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** Events as `text/event-stream`. What fails after the first is told as one: the status is already sent. */
async function* framesOf(events: AsyncIterable<AskEvent>): AsyncGenerator<Uint8Array> {
  try {
    for await (const { event, data } of events) yield frame(event, data)
  } catch (error) {
    if (!(error instanceof LanguageModelFault)) throw error
    yield frame('error', { code: 'unavailable', error: FAILED })
  }
}

const lastOf = async (events: AsyncIterable<AskEvent>): Promise<ChatAnswer> => {
  for await (const { event, data } of events) if (event === 'answer') return data
  throw new Error('Questions end with an answer')
}

/** POST /api/chat: an answer from the archive, or that it does not tell. */
export const chatRoute = (deps: AskDeps) =>
  route(askArchive, async ({ caller, headers, body: { question, history, branches, ...filter }, signal }) => {
    const events = ask(deps, { workspace: workspaceOf(caller) }, { question, history, branches, filter }, signal)
    if (wantsEvents(headers.accept)) {
      const sent = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
      return reply(200, framesOf(events), sent)
    }
    const answer = await lastOf(events).catch((error: unknown) => {
      throw error instanceof LanguageModelFault ? unavailable(FAILED, RETRY_SECONDS) : error
    })
    return reply(200, answer)
  })
