import { type EmbeddingModel, EmbeddingsUsedUp, embeddedTokens, guardedEmbedding } from '@signet/search/embeddings'
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

describe('embeddings within their ceiling', () => {
  it('count a token for three bytes, and one for each text at least', async () => {
    expect(embeddedTokens(texts)).toBe(3 + 1 + 1)
    const spend = spendingOf()
    expect(await guardedEmbedding(modelOf(), spend).embed(texts, 'document', signal)).toHaveLength(3)
    expect(spend.reserved).toEqual([{ thing: 'embedding-tokens', amount: 5 }])
  })

  it.each([
    ['refused for now', new EmbeddingFault('answered 429', true), 0],
    ['answered otherwise', new EmbeddingFault('answered in another shape', false), undefined],
  ])('count a call that is %s as what it may have cost', async (_, error, actual) => {
    const spend = spendingOf()
    await expect(guardedEmbedding(modelOf(error), spend).embed(texts, 'query', signal)).rejects.toBe(error)
    expect(spend.reserved[0]?.actual).toBe(actual)
  })

  it('stop beyond it without a retry, offline ones too, which count nothing', async () => {
    const shut = spendingOf('embedding-tokens')
    const open = spendingOf()
    for (const model of [modelOf(), offlineEmbedding]) {
      const refused = guardedEmbedding(model, shut).embed(texts, 'document', signal)
      await expect(refused).rejects.toThrow(EmbeddingsUsedUp)
      await expect(refused).rejects.toMatchObject({ isTransient: false })
    }
    await guardedEmbedding(offlineEmbedding, open).embed(texts, 'document', signal)
    expect(open.reserved).toEqual([])
  })
})
