import { type EmbeddingModel, EmbeddingLimitError, embeddedTokens, guardedEmbedding } from '@signet/search/embeddings'
import { describe, expect, it, vi } from 'vitest'
import { EmbeddingFault } from '../../../layers/search/src/embeddings/embedding-model.ts'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { spendingOf } from '../../support/spending.ts'

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
    const spend = spendingOf()
    expect(await guardedEmbedding(modelOf(), spend).embed(texts, 'document', signal)).toHaveLength(3)
    expect(spend.reserved).toEqual([{ thing: 'embedding-tokens', amount: 5 }])
  })

  it.each([
    ['temporarily refused', new EmbeddingFault('answered 429', true), 0],
    ['answered in another format', new EmbeddingFault('answered in another shape', false), undefined],
  ])('counts a call that is %s with its possible cost', async (_, error, actual) => {
    const spend = spendingOf()
    await expect(guardedEmbedding(modelOf(error), spend).embed(texts, 'query', signal)).rejects.toBe(error)
    expect(spend.reserved[0]?.actual).toBe(actual)
  })

  it('stops calls beyond it without a retry, including offline ones, which count nothing', async () => {
    const shut = spendingOf('embedding-tokens')
    const open = spendingOf()
    for (const model of [modelOf(), offlineEmbedding]) {
      const refused = guardedEmbedding(model, shut).embed(texts, 'document', signal)
      await expect(refused).rejects.toThrow(EmbeddingLimitError)
      await expect(refused).rejects.toMatchObject({ isTransient: false })
    }
    await guardedEmbedding(offlineEmbedding, open).embed(texts, 'document', signal)
    expect(open.reserved).toEqual([])
  })
})
