import { reply } from '@signet/contracts'
import { Refusal, unavailable } from '@signet/kernel'
import { LanguageModelFault, TokenLimitError } from '@signet/language-model'
import { type AskDeps, type AskEvent, ask, type Question, type Scope } from './ask.ts'
import type { ChatAnswer } from './contract/chat-answer.ts'

const NO_RESPONSE = 'The language model did not respond. Try again'
const RETRY_SECONDS = 5

/** Returns whether the caller prefers events to JSON (RFC 9110 12.5.1); JSON is the default. */
export const prefersEvents = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => range.trim().toLowerCase().startsWith('text/event-stream'))

const encoder = new TextEncoder()
const eventFrame = (event: string, data: unknown): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/**
 * Encodes events as `text/event-stream`. A failure after the first event is sent as an event, because the status is
 * already sent.
 */
async function* framesOf(events: AsyncIterable<AskEvent>): AsyncGenerator<Uint8Array> {
  try {
    for await (const { event, data } of events) yield eventFrame(event, data)
  } catch (error) {
    if (!(error instanceof LanguageModelFault)) throw error
    if (error instanceof TokenLimitError) {
      const { code, message, extras } = error.refusal
      yield eventFrame('error', { code, error: message, ...extras })
    } else yield eventFrame('error', { code: 'unavailable', error: NO_RESPONSE })
  }
}

const answerIn = async (events: AsyncIterable<AskEvent>): Promise<ChatAnswer> => {
  for await (const { event, data } of events) if (event === 'answer') return data
  throw new Error('The events of a question must end with an answer')
}

/**
 * Returns the answer as JSON, or as events while it is generated. Before the search, returns 429 if the plan's questions
 * for this month are used up, and 503 if the stage has reached its daily limit of the language model.
 */
export const answerQuestion = async (
  deps: AskDeps,
  scope: Scope,
  body: Omit<Question, 'filter'> & Question['filter'],
  { accept, signal }: { readonly accept: string | undefined; readonly signal: AbortSignal },
) => {
  const quotaRefusal = await deps.allowance.check(scope.workspace, 'questions')
  if (quotaRefusal) return quotaRefusal
  const limitRefusal = await deps.spend.check('bedrock-tokens')
  if (limitRefusal) return limitRefusal
  const { question, history, branches, ...filter } = body
  const events = ask(deps, scope, { question, history, branches, filter }, signal)
  if (prefersEvents(accept)) {
    return reply(200, framesOf(events), { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  }
  const answer = await answerIn(events).catch((error: unknown) => {
    if (error instanceof TokenLimitError) return error.refusal
    throw error instanceof LanguageModelFault ? unavailable(NO_RESPONSE, RETRY_SECONDS) : error
  })
  return answer instanceof Refusal ? answer : reply(200, answer)
}
