import { LanguageModelFault } from '@signet/language-model'
import { streamingConverseModel } from '@signet/language-model/streaming'
import { EventStreamCodec } from '@smithy/core/event-streams'
import { fromUtf8, toUtf8 } from '@smithy/core/serde'
import { describe, expect, it } from 'vitest'
import type { AnswerPart } from '../../../layers/language-model/src/language-model.ts'

const codec = new EventStreamCodec(toUtf8, fromUtf8)
const text = (value: string) => ({ type: 'string' as const, value })

const frame = (type: string, payload: object, kind = 'event') =>
  codec.encode({
    headers: { ':message-type': text(kind), [`:${kind}-type`]: text(type), ':content-type': text('application/json') },
    body: fromUtf8(JSON.stringify(payload)),
  })

const DELTAS = [
  frame('messageStart', { role: 'assistant' }),
  frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Grüße ' } }),
  frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'aus 東京' } }),
  frame('contentBlockStop', { contentBlockIndex: 0 }),
]
const STOP = frame('messageStop', { stopReason: 'end_turn' })

/** Splits frames at any byte, because a connection does not preserve their boundaries. */
const inPieces = (frames: readonly Uint8Array[], size: number): Response => {
  const bytes = Buffer.concat(frames)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    }),
  )
}

const completion = { system: 'Greet.', messages: [{ role: 'user', text: 'Hello' }], maxTokens: 20 } as const
const signal = AbortSignal.timeout(5_000)

const collect = async (parts: AsyncIterable<AnswerPart>): Promise<AnswerPart[]> => {
  const collected: AnswerPart[] = []
  for await (const part of parts) collected.push(part)
  return collected
}

const partsOf = async (response: Response): Promise<AnswerPart[]> => {
  const model = streamingConverseModel({ send: async () => response, baseUrl: 'https://bedrock.test', model: 'm' })
  return collect(model.stream(completion, signal))
}

describe('a streaming model of Bedrock', () => {
  it.each([1, 7, 64, 10_000])('decodes frames that arrive in pieces of %i bytes', async (size) => {
    expect(await partsOf(inPieces([...DELTAS, STOP], size))).toEqual([
      { text: 'Grüße ' },
      { text: 'aus 東京' },
      { stopReason: 'end_turn' },
    ])
  })

  it.each([
    [
      'an exception',
      [...DELTAS, frame('throttlingException', { message: 'secret' }, 'exception')],
      /throttlingException/,
    ],
    ['an early end', DELTAS, /ended early/],
    [
      'a stop reason without a usable answer',
      [...DELTAS, frame('messageStop', { stopReason: 'guardrail_intervened' })],
      /guardrail/,
    ],
  ])('throws when it ends with %s', async (_, frames, errorText) => {
    await expect(partsOf(inPieces(frames, 100))).rejects.toThrow(errorText)
    await expect(partsOf(inPieces(frames, 100))).rejects.toBeInstanceOf(LanguageModelFault)
  })

  it('throws for an error response, with the status only', async () => {
    await expect(partsOf(new Response('{"message":"secret"}', { status: 429 }))).rejects.toThrow(/status 429$/)
  })
})
