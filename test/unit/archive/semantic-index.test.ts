import { type EmbeddingModel, offlineEmbedding } from '@signet/embeddings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IndexWorld, openIndex } from './index-world.ts'

/** Topics that a text can be about; other words say nothing to this model. */
const TOPICS = [/car|automobile|vehicle/i, /cat|feline|kitten/i, /bread|loaf|baguette/i]
const DIMENSIONS = 32

/** A model that knows meaning, in a small way: texts of one topic are near each other whatever their words. */
const topical: EmbeddingModel = {
  model: 'topical',
  dimensions: DIMENSIONS,
  isSemantic: true,
  batchSize: 96,
  embed: async (texts) =>
    texts.map((text) => {
      const topic = TOPICS.findIndex((each) => each.test(text))
      return Float32Array.from({ length: DIMENSIONS }, (_, i) =>
        topic >= 0 && i % TOPICS.length === topic ? 0.3 : -0.05,
      )
    }),
}

let world: IndexWorld
const model = { ...topical }
beforeAll(async () => {
  world = await openIndex(model)
  await world.add(
    'ws',
    'b1',
    { id: 'auto', said: ['Which automobile shall I buy?', 'A small one.'] },
    { id: 'kitten', said: ['My feline sleeps all day', 'They do.'] },
    { id: 'loaf', said: ['A baguette needs steam', 'And heat.'] },
  )
})
afterAll(() => world.close())

describe('an index whose embedding knows meaning', () => {
  it('finds what shares no word with the query, and scores by the cosine', async () => {
    const { windows, conversations } = await world.find('ws', 'vehicle')
    expect(conversations[0]).toBe('auto')
    expect(windows[0]!.score).toBeGreaterThan(0.95)
    expect(windows.find(({ conversationId }) => conversationId === 'loaf')!.score).toBeLessThan(0.3)
  })

  it('fuses meaning and words: what has both comes first', async () => {
    await world.add('ws', 'b2', { id: 'both', said: ['The vehicle is parked', 'Fine.'] })
    const { windows } = await world.find('ws', 'vehicle')
    expect(windows.slice(0, 2).map(({ conversationId }) => conversationId)).toEqual(['both', 'auto'])
  })

  it('compares no vectors of another model, and keeps their segments apart when it merges', async () => {
    for (let i = 0; i < 8; i++) await world.add('mixed', `b${i}`, { id: `loaf-${i}`, said: [`A loaf number ${i}`] })
    const other = await openIndex({ ...offlineEmbedding, model: 'another' })
    await other.add('mixed', 'x', { id: 'foreign', said: ['A foreign baguette'] })
    for (const [key, bytes] of other.bucket.objects) world.bucket.objects.set(key, bytes)
    const [row] = await other.list.live('mixed')
    await world.list.add('mixed', 'x', row)
    await other.close()
    await world.merge('mixed')
    expect((await world.list.live('mixed')).map(({ space }) => space).sort()).toEqual([
      'another/256/document',
      'topical/32/document',
    ])
    const { windows } = await world.find('mixed', 'bread')
    expect(windows.some(({ conversationId }) => conversationId === 'foreign')).toBe(false)
    // By its words it is found as ever.
    expect((await world.find('mixed', 'foreign')).conversations[0]).toBe('foreign')
  })

  it('finds by words alone while the model does not answer', async () => {
    const { embed } = model
    model.embed = () => Promise.reject(new Error('down'))
    const { windows } = await world.find('ws', 'baguette')
    model.embed = embed
    expect(windows.map(({ conversationId }) => conversationId)).toEqual(['loaf'])
    expect(windows[0]!.score).toBeGreaterThan(0.4)
  })
})

describe('a segment list', () => {
  it('lets one of two merges of the same segments win, and tells the other', async () => {
    for (const id of ['one', 'two']) await world.add('race', id, { id, said: [`about ${id}`] })
    const live = await world.list.live('race')
    const merged = (id: string) => ({ ...live[0]!, id })
    const both = await Promise.all([
      world.list.swap('race', live, merged('first')),
      world.list.swap('race', live, merged('second')),
    ])
    expect(both.toSorted()).toEqual([false, true])
    expect(await world.list.live('race')).toHaveLength(1)
  })
})
