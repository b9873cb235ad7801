import { EmbeddingLimitError, type EmbeddingModel, embeddedTokens, guardedEmbedding } from '@signet/search/embeddings'
import { describe, expect, it, vi } from 'vitest'
import { EmbeddingFault } from '../../../layers/search/src/embeddings/embedding-model.ts'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { memorySpendGuard } from '../../support/spending.ts'

const { signal } = new AbortController()
const modelOf = (error?: Error): EmbeddingModel => ({
  ...offlineEmbedding,
  model: 'cohere.embed-v4:0',
  embed: vi.fn(async (texts) => {
    if (error) throw error
    return texts.map(() => new Float32Array(256))
  }),
})
const texts = ['abcdefg', 'ä', '']

describe('the daily limit of embeddings', () => {
  it('counts a token per three bytes, and at least one per text', async () => {
    expect(embeddedTokens(texts)).toBe(3 + 1 + 1)
    const spend = memorySpendGuard()
    expect(await guardedEmbedding(modelOf(), spend).embed(texts, 'document', signal)).toHaveLength(3)
    expect(spend.reserved).toEqual([{ category: 'embedding-tokens', amount: 5 }])
  })

  it.each([
    ['temporarily refused', new EmbeddingFault('answered 429', { isTransient: true }), 0],
    ['answered in another format', new EmbeddingFault('answered in another format', { isTransient: false }), undefined],
  ])('counts a call that is %s with its possible cost', async (_, error, actual) => {
    const spend = memorySpendGuard()
    await expect(guardedEmbedding(modelOf(error), spend).embed(texts, 'query', signal)).rejects.toBe(error)
    expect(spend.reserved[0]?.actual).toBe(actual)
  })

  it('refuses calls beyond the limit without a retry, also of the offline model, which is not counted', async () => {
    const spendAtLimit = memorySpendGuard('embedding-tokens')
    const spendBelowLimit = memorySpendGuard()
    for (const model of [modelOf(), offlineEmbedding]) {
      const refused = guardedEmbedding(model, spendAtLimit).embed(texts, 'document', signal)
      await expect(refused).rejects.toThrow(EmbeddingLimitError)
      await expect(refused).rejects.toMatchObject({ isTransient: false })
    }
    await guardedEmbedding(offlineEmbedding, spendBelowLimit).embed(texts, 'document', signal)
    expect(spendBelowLimit.reserved).toEqual([])
  })
})
