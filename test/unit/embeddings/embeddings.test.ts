import { configuredEmbedding, embedAll } from '@signet/search/embeddings'
import { spaceName } from '@signet/search/index'
import { describe, expect, it } from 'vitest'
import { bedrockEmbedding } from '../../../layers/search/src/embeddings/bedrock-embedding.ts'
import { EmbeddingFault, type EmbeddingModel } from '../../../layers/search/src/embeddings/embedding-model.ts'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { verifies } from '../../spec/verifies.ts'

const signal = AbortSignal.timeout(10_000)
const noWait = { signal, wait: async () => undefined }
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

describe('the offline embedding', () => {
  it('compares spelling: a word with a typo is nearer than another word', async () => {
    const [word, typo, other] = await offlineEmbedding.embed(
      ['conversation', 'conversaton', 'marmalade'],
      'document',
      signal,
    )
    expect(cosine(word!, typo!)).toBeGreaterThan(cosine(word!, other!) + 0.4)
    expect(offlineEmbedding.isSemantic).toBe(false)
  })

  it('returns vectors of length 1, and zeros for an empty text', async () => {
    const [vector, zeroVector] = await offlineEmbedding.embed(['a text', '…'], 'document', signal)
    expect([cosine(vector!, vector!).toFixed(4), cosine(zeroVector!, zeroVector!)]).toEqual(['1.0000', 0])
  })
})

describe('embedding of many texts', () => {
  it("embeds identical texts once, in calls of the model's size, and retries a failed call separately", async () => {
    const calls: (readonly string[])[] = []
    const model: EmbeddingModel = {
      ...offlineEmbedding,
      batchSize: 2,
      async embed(texts, input, abort) {
        calls.push(texts)
        if (calls.length === 2) throw new EmbeddingFault('busy', { isTransient: true })
        return offlineEmbedding.embed(texts, input, abort)
      },
    }
    const vectors = await embedAll(model, ['a1', 'b2', 'a1', 'c3'], 'document', noWait)
    expect(calls).toEqual([['a1', 'b2'], ['c3'], ['c3']])
    expect(vectors[0]).toBe(vectors[2])
    expect(vectors).toHaveLength(4)
  })

  it('throws when the model refuses permanently', async () => {
    const model = { ...offlineEmbedding, embed: () => Promise.reject(new EmbeddingFault('no', { isTransient: false })) }
    await expect(embedAll(model, ['a'], 'query', noWait)).rejects.toThrow('no')
  })
})

describe('Bedrock embedding models', () => {
  const respondingWith = (body: (requests: Record<string, unknown>) => unknown, status = 200) => {
    const requests: { url: string; body: Record<string, unknown> }[] = []
    const send = async (url: string, init: RequestInit) => {
      const sent = JSON.parse(String(init.body))
      requests.push({ url, body: sent })
      return Response.json(body(sent), { status })
    }
    return { requests, send }
  }
  const floats = (first: number) => [first, ...Array.from({ length: 255 }, () => 0)]

  verifies(['SUP-8-5'], 'Cohere embeds documents and queries differently, many per call', async () => {
    const { requests, send } = respondingWith(({ texts }) => ({
      embeddings: { float: (texts as string[]).map(() => floats(2)) },
    }))
    const model = bedrockEmbedding({ send, baseUrl: 'https://b', model: 'eu.cohere.embed-v4:0' })
    const [vector] = await model.embed(['a', 'b'], 'query', signal)
    expect(vector![0]).toBe(1)
    expect(requests).toEqual([
      {
        url: 'https://b/model/eu.cohere.embed-v4%3A0/invoke',
        body: { texts: ['a', 'b'], input_type: 'search_query', embedding_types: ['float'], output_dimension: 256 },
      },
    ])
    expect([model.batchSize, spaceName(model)]).toEqual([96, 'eu.cohere.embed-v4:0/256/document'])
  })

  it('Titan accepts one text per call', async () => {
    const { requests, send } = respondingWith(() => ({ embedding: floats(1) }))
    const model = bedrockEmbedding({ send, baseUrl: 'https://b', model: 'amazon.titan-embed-text-v2:0' })
    expect(await model.embed(['a', 'b'], 'document', signal)).toHaveLength(2)
    expect(requests.map(({ body }) => body)).toEqual(
      ['a', 'b'].map((inputText) => ({ inputText, dimensions: 256, normalize: true })),
    )
  })

  it.each([
    [429, true],
    [500, true],
    [400, false],
  ])('a response with status %i causes an error; transient: %s', async (status, isTransient) => {
    const { send } = respondingWith(() => ({}), status)
    const model = bedrockEmbedding({ send, baseUrl: 'https://b', model: 'cohere.embed-v4:0' })
    await expect(model.embed(['a'], 'query', signal)).rejects.toMatchObject({ name: 'EmbeddingFault', isTransient })
  })

  it('configuration accepts the offline model without credentials and refuses an unknown model', () => {
    expect(() => bedrockEmbedding({ send: fetch, baseUrl: '', model: 'other' })).toThrow('EMBEDDING_MODEL "other"')
    expect(configuredEmbedding({ EMBEDDING_MODEL: 'offline' })).toBe(offlineEmbedding)
  })
})
