import { EventStreamCodec, getChunkedStream } from '@smithy/core/event-streams'
import { fromUtf8, toUtf8 } from '@smithy/core/serde'
import * as z from 'zod'
import { configuredConverse } from './configured-model.ts'
import { type ConverseDeps, converseModel, requestOf, throwIfFailed, urlOf } from './converse.ts'
import { type AnswerPart, LanguageModelFault, type StreamingLanguageModel, stopReasonOf } from './language-model.ts'

/** The events of ConverseStream that are read (Amazon Bedrock API reference). */
const Delta = z.object({ delta: z.object({ text: z.string().optional() }) })
const Stop = z.object({ stopReason: z.string() })
const Metadata = z.object({ usage: z.object({ inputTokens: z.int(), outputTokens: z.int() }) })

const partOf = (type: string, payload: unknown): AnswerPart | undefined => {
  if (type === 'contentBlockDelta') {
    const { text } = Delta.parse(payload).delta
    return text === undefined ? undefined : { text }
  }
  if (type === 'metadata') return { usage: Metadata.parse(payload).usage }
  return type === 'messageStop' ? { stopReason: stopReasonOf(Stop.parse(payload).stopReason) } : undefined
}

/**
 * Yields the parts of an answer from frames of `application/vnd.amazon.eventstream`.
 * @throws LanguageModelFault for an exception frame, a damaged frame, and a stream that ends before the answer does.
 */
export async function* converseEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<AnswerPart> {
  const codec = new EventStreamCodec(toUtf8, fromUtf8)
  let isComplete = false
  for await (const frame of getChunkedStream(bytes)) {
    const { headers, body } = codec.decode(frame)
    const messageType = headers[':message-type']?.value
    const eventType = String(headers[':event-type']?.value ?? headers[':exception-type']?.value ?? '')
    if (messageType !== 'event')
      throw new LanguageModelFault(`The language model aborted the stream: ${eventType || String(messageType)}`)
    const part = partOf(eventType, JSON.parse(toUtf8(body)))
    if (part === undefined) continue
    yield part
    isComplete ||= 'stopReason' in part
    // The usage is the last event.
    if ('usage' in part) return
  }
  if (isComplete) return
  throw new LanguageModelFault('The stream of the language model ended early')
}

/** A language model of Amazon Bedrock with streamed answers: `POST /model/{modelId}/converse-stream`. */
export const streamingConverseModel = (deps: ConverseDeps): StreamingLanguageModel => ({
  ...converseModel(deps),
  async *stream(completion, signal): AsyncGenerator<AnswerPart> {
    const request = { ...requestOf(completion, signal), isStreamed: true }
    const response = await deps.send(urlOf(deps, 'converse-stream'), request)
    throwIfFailed(response)
    if (response.body === null) throw new LanguageModelFault('The language model returned no body')
    yield* converseEvents(response.body)
  },
})

/** Returns the streaming language model named in PROMPT_MODEL; undefined if it is `none`. */
export const configuredStreamingModel = (
  variables: Readonly<Record<string, string | undefined>>,
): StreamingLanguageModel | undefined => {
  const deps = configuredConverse(variables)
  return deps && streamingConverseModel(deps)
}
