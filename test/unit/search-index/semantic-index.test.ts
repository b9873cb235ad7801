import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offlineEmbedding } from '../../../layers/search/src/embeddings/offline-embedding.ts'
import { type IndexWorld, openIndex } from '../../support/index-world.ts'
import { describeNewModel, describeSemanticIndex, topicalModel } from '../../support/semantic-contract.ts'

const DIMENSIONS = 32

let world: IndexWorld
beforeAll(async () => {
  world = await openIndex(topicalModel(DIMENSIONS))
})
afterAll(() => world.close())

describeSemanticIndex('segments whose embedding knows meaning', openIndex, DIMENSIONS)

describeNewModel('segments', openIndex, DIMENSIONS)

describe('segments of two models', () => {
  it('stay separate in merges, and their vectors are not compared', async () => {
    for (let i = 0; i < 8; i++) await world.add('mixed', `b${i}`, { id: `loaf-${i}`, said: [`A loaf number ${i}`] })
    const otherModel = await openIndex({ ...offlineEmbedding, model: 'another' })
    await otherModel.add('mixed', 'x', { id: 'foreign', said: ['A foreign baguette'] })
    for (const [key, bytes] of otherModel.bucket.objects) world.bucket.objects.set(key, bytes)
    const [row] = await otherModel.list.live('mixed')
    await world.list.add('mixed', 'x', row)
    await otherModel.close()
    await world.merge('mixed')
    expect((await world.list.live('mixed')).map(({ space }) => space).sort()).toEqual([
      'another/256/document',
      'topical/32/document',
    ])
    const { windows } = await world.find('mixed', 'bread')
    expect(windows.some(({ conversationId }) => conversationId === 'foreign')).toBe(false)
    // A search by words still finds the conversation.
    expect((await world.find('mixed', 'foreign')).conversations[0]).toBe('foreign')
  })
})

describe('a segment list', () => {
  it('accepts one of two concurrent merges of the same segments', async () => {
    for (const id of ['one', 'two']) await world.add('race', id, { id, said: [`about ${id}`] })
    const live = await world.list.live('race')
    const merged = (id: string) => ({ ...live[0]!, id })
    const results = await Promise.all([
      world.list.replace('race', live, merged('first')),
      world.list.replace('race', live, merged('second')),
    ])
    expect(results.toSorted()).toEqual([false, true])
    expect(await world.list.live('race')).toHaveLength(1)
  })
})
