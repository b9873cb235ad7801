import {
  guardedModel,
  guardedStreamingModel,
  LanguageModelFault,
  type StreamingLanguageModel,
  TokenLimitError,
} from '@signet/language-model'
import { describe, expect, it, vi } from 'vitest'
import { RequestRefusedError } from '../../../layers/language-model/src/language-model.ts'
import { memorySpendGuard } from '../../support/spending.ts'

const completion = { system: 'äbc', messages: [{ role: 'user', text: '123456' }], maxTokens: 100 } as const
const { signal } = new AbortController()
/** (4 + 6 bytes) / 2, and the maximum tokens of the answer. */
const RESERVED_TOKENS = 105
const usage = { inputTokens: 6, outputTokens: 20 }

const modelOf = (error?: Error): StreamingLanguageModel => ({
  name: 'a model',
  complete: vi.fn(async () => {
    if (error) throw error
    return { text: 'yes', stopReason: 'end_turn' as const, usage }
  }),
  async *stream() {
    yield { text: 'yes' }
    if (error) throw error
    yield { stopReason: 'end_turn' as const }
    yield { usage }
  },
})
const countParts = async (parts: AsyncIterable<unknown>): Promise<number> => {
  let count = 0
  for await (const _ of parts) count++
  return count
}

describe('a language model with a daily token limit', () => {
  it('reserves the maximum tokens of a call, and settles the tokens that the model counted', async () => {
    const spend = memorySpendGuard()
    const model = guardedStreamingModel(modelOf(), spend)
    expect((await model?.complete(completion, signal))?.text).toBe('yes')
    expect(model && (await countParts(model.stream(completion, signal)))).toBe(3)
    expect(spend.reserved).toEqual([
      { category: 'bedrock-tokens', amount: RESERVED_TOKENS, actual: 26 },
      { category: 'bedrock-tokens', amount: RESERVED_TOKENS, actual: 26 },
    ])
  })

  it('refuses calls beyond the limit', async () => {
    const innerModel = modelOf()
    const model = guardedStreamingModel(innerModel, memorySpendGuard('bedrock-tokens'))
    await expect(model?.complete(completion, signal)).rejects.toThrow(TokenLimitError)
    await expect(model && countParts(model.stream(completion, signal))).rejects.toMatchObject({
      refusal: { code: 'spend_ceiling' },
    })
    expect(innerModel.complete).not.toHaveBeenCalled()
  })

  it.each([
    ['refuses', new RequestRefusedError('The language model returned status 429'), 0],
    ['breaks off', new LanguageModelFault('The language model aborted the stream'), undefined],
  ])('counts the possible cost of a call that it %s', async (_, error, actual) => {
    const spend = memorySpendGuard()
    const model = guardedStreamingModel(modelOf(error), spend)
    await expect(model?.complete(completion, signal)).rejects.toBe(error)
    await expect(model && countParts(model.stream(completion, signal))).rejects.toBe(error)
    expect(spend.reserved.map((each) => each.actual)).toEqual([actual, actual])
  })

  it('stays undefined without a configured model', () => {
    expect(guardedModel(undefined, memorySpendGuard())).toBeUndefined()
  })
})
