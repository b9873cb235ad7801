import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boat, bread, describeIndex } from '../../support/index-contract.ts'
import { type IndexWorld, openIndex } from '../../support/index-world.ts'

let world: IndexWorld
beforeAll(async () => {
  world = await openIndex()
})
afterAll(() => world.close())

describeIndex('an index of segments', openIndex)

describe('an index of segments', () => {
  it('lists a batch once', async () => {
    await world.add('once', 'b1', bread, boat)
    await world.add('once', 'b1', bread, boat)
    expect(await world.list.live('once')).toHaveLength(1)
  })

  it('drops removed content when it merges', async () => {
    await world.add('gone', 'b1', bread, boat)
    world.clock.at += 1000
    await world.index.remove('gone', ['bread'])
    world.clock.at += 1000
    await world.add('gone', 'b2', bread)
    await world.merge('gone')
    expect((await world.find('gone', 'sourdough')).windows.filter((w) => w.conversationId === 'bread')).toHaveLength(1)
    expect(await world.list.removals('gone')).toEqual([])
  })
})

describe('a merge of segments', () => {
  it('creates one segment with the same content, and removes the merged objects when no search reads them', async () => {
    const topics = ['anchor', 'bakery', 'cedar', 'drum', 'ember', 'fjord', 'glacier', 'harbour', 'island']
    for (const topic of topics)
      await world.add('many', topic, { id: topic, said: [`Tell me of the ${topic}`, `The ${topic} is old`] })
    const resultsBefore = await Promise.all(topics.map((topic) => world.find('many', topic)))
    expect(await world.merge('many')).toEqual({ merged: 9, waiting: 9 })
    expect(await world.list.live('many')).toHaveLength(1)
    const resultsAfter = await Promise.all(topics.map((topic) => world.find('many', topic)))
    expect(resultsAfter.map(({ conversations }) => conversations[0])).toEqual(topics)
    expect(resultsAfter.map(({ windows }) => windows[0]?.score)).toEqual(
      resultsBefore.map(({ windows }) => windows[0]?.score),
    )
    const [passage] = await world.index.passages('many', resultsAfter[4]!.windows.slice(0, 1))
    expect(passage?.text).toContain('The ember is old')
    world.clock.at += 11 * 60_000
    expect(await world.merge('many')).toEqual({ merged: 0, waiting: 0 })
    expect([...world.bucket.objects.keys()].filter((key) => key.startsWith('segments/many/'))).toHaveLength(2)
  })

  it('drops replaced versions after the settling time', async () => {
    const draft = { id: 'draft', said: ['The budget is 500'] }
    await world.add('versions', 'old', { ...draft, version: 'v1' })
    for (let i = 0; i < 8; i++) await world.add('versions', `b${i}`, { id: `c${i}`, said: [`topic ${i}`] })
    await world.add('versions', 'new', { id: 'draft', said: ['The budget is 700'], version: 'v2' })
    world.current.set('draft', 'v2')
    world.clock.at += 25 * 3_600_000
    await world.merge('versions')
    const { windows } = await world.find('versions', 'budget')
    expect(windows.filter(({ score }) => score > 0).map(({ version }) => version)).toEqual(['v2'])
  })

  it('keeps one of two copies of a version; until then, the copies identify the same window', async () => {
    const conversation = { id: 'twice', said: ['The lighthouse keeper sleeps'] }
    await world.add('twice', 'first', conversation)
    await world.add('twice', 'again', conversation)
    const copies = (await world.find('twice', 'lighthouse')).windows
    expect(copies).toHaveLength(2)
    expect(new Set(copies.map(({ window }) => window)).size).toBe(1)
    for (let i = 0; i < 7; i++) await world.add('twice', `b${i}`, { id: `c${i}`, said: [`topic ${i}`] })
    expect(await world.merge('twice')).toMatchObject({ merged: 9 })
    expect((await world.find('twice', 'lighthouse')).windows).toHaveLength(1)
    expect((await world.list.live('twice')).map(({ windows }) => windows)).toEqual([8])
  })
})
