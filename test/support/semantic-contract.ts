import type { EmbeddingModel } from '@signet/search/embeddings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offlineEmbedding } from '../../layers/search/src/embeddings/offline-embedding.ts'
import type { ContractWorld } from './index-contract.ts'

/** Topics of a text; the model ignores all other words. */
const TOPICS = [/car|automobile|vehicle/i, /cat|feline|kitten/i, /bread|loaf|baguette/i]

/** A small semantic model: texts of one topic are similar, whatever their words. */
export const topicalModel = (dimensions: number): EmbeddingModel => ({
  model: 'topical',
  dimensions,
  isSemantic: true,
  batchSize: 96,
  embed: async (texts) =>
    texts.map((text) => {
      const topic = TOPICS.findIndex((each) => each.test(text))
      const raw = Array.from({ length: dimensions }, (_, i) =>
        topic >= 0 && i % TOPICS.length === topic ? 0.3 : -0.05,
      )
      const length = Math.hypot(...raw)
      return Float32Array.from(raw, (value) => value / length)
    }),
})

/** The behavior of every index when the embedding model changes: the second world uses the stores of the first. */
export const describeNewModel = <World extends ContractWorld>(
  name: string,
  open: (embedding: EmbeddingModel, over?: World) => Promise<World>,
  dimensions: number,
): void => {
  let before: World
  let after: World
  beforeAll(async () => {
    before = await open({ ...offlineEmbedding, model: 'spelling' })
    after = await open(topicalModel(dimensions), before)
  })
  afterAll(() => before.close())

  it(`${name}: windows of another model are lacking until they are added again, and then exist once`, async () => {
    const talks = [
      { id: 'auto', said: ['Which automobile shall I buy?', 'A small one.'] },
      { id: 'loaf', said: ['A baguette needs steam', 'And heat.'] },
    ]
    const versions = talks.map(({ id }) => ({ conversationId: id, version: 'v1' }))
    await before.add('reform', 'b1', ...talks)
    expect(before.index.format).not.toBe(after.index.format)
    expect([
      ...(await before.index.missing('reform', [...versions, { conversationId: 'auto', version: 'v2' }])),
    ]).toEqual(['auto'])
    expect([...(await after.index.missing('reform', versions))].sort()).toEqual(['auto', 'loaf'])
    expect((await after.find('reform', 'vehicle')).windows).toEqual([])
    expect((await after.find('reform', 'baguette')).conversations).toEqual(['loaf'])

    await after.add('reform', 'again', ...talks)
    expect([...(await after.index.missing('reform', versions))]).toEqual([])
    const { windows, conversations } = await after.find('reform', 'vehicle baguette')
    expect(conversations.toSorted()).toEqual(['auto', 'loaf'])
    expect(windows).toHaveLength(2)
    expect((await after.find('reform', 'vehicle')).windows[0]!.score).toBeGreaterThan(0.95)

    await after.index.dropOutdated(
      'reform',
      versions.map(({ conversationId }) => conversationId),
    )
    expect((await after.find('reform', 'vehicle')).conversations[0]).toBe('auto')
  })
}

/** Describes the behavior of every index with a semantic embedding. */
export const describeSemanticIndex = (
  name: string,
  open: (embedding: EmbeddingModel) => Promise<ContractWorld>,
  dimensions: number,
): void => {
  let world: ContractWorld
  const model = { ...topicalModel(dimensions) }
  beforeAll(async () => {
    world = await open(model)
    await world.add(
      'meaning',
      'b1',
      { id: 'auto', said: ['Which automobile shall I buy?', 'A small one.'] },
      { id: 'kitten', said: ['My feline sleeps all day', 'They do.'] },
      { id: 'loaf', said: ['A baguette needs steam', 'And heat.'] },
    )
  })
  afterAll(() => world.close())

  describe(name, () => {
    it('finds a text that shares no word with the query, and scores by the cosine', async () => {
      const { windows, conversations } = await world.find('meaning', 'vehicle')
      expect(conversations[0]).toBe('auto')
      expect(windows[0]!.score).toBeGreaterThan(0.95)
      expect(windows.find(({ conversationId }) => conversationId === 'loaf')!.score).toBeLessThan(0.3)
    })

    it('ranks texts that match by meaning and words first', async () => {
      await world.add('meaning', 'b2', { id: 'both', said: ['The vehicle is parked', 'Fine.'] })
      const { windows } = await world.find('meaning', 'vehicle')
      expect(windows.slice(0, 2).map(({ conversationId }) => conversationId)).toEqual(['both', 'auto'])
    })

    it('finds by words alone while the model is unavailable', async () => {
      const { embed } = model
      model.embed = () => Promise.reject(new Error('down'))
      const { windows } = await world.find('meaning', 'baguette')
      model.embed = embed
      expect(windows.map(({ conversationId }) => conversationId)).toEqual(['loaf'])
      expect(windows[0]!.score).toBeGreaterThan(0.4)
    })
  })
}
