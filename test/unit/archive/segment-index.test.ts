import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IndexWorld, openIndex } from './index-world.ts'

let world: IndexWorld
beforeAll(async () => {
  world = await openIndex()
})
afterAll(() => world.close())

const bread = {
  id: 'bread',
  title: 'Sourdough',
  said: ['How do I feed a sourdough starter?', 'Equal parts of flour and water, twice a day.'],
}
const boat = {
  id: 'boat',
  title: 'Sailing',
  at: '2026-03-01T09:00:00.000Z',
  vendor: 'claude' as const,
  model: 'opus',
  said: ['Which knot moors a boat?', 'A cleat hitch holds a mooring line.'],
}
const retried = {
  id: 'retried',
  title: 'Names',
  said: [
    'Name my cat',
    { text: 'Call her Marzipan', after: 0 },
    { text: 'Call her Pistachio', role: 'assistant' as const, after: 0 },
  ],
}

describe('an index of segments', () => {
  it('finds what was said, ranks it, and reads the passage with its messages', async () => {
    await world.add('ws', 'b1', bread, boat)
    const { windows, conversations } = await world.find('ws', 'feeding the starter')
    expect(conversations[0]).toBe('bread')
    const [hit] = windows
    expect(hit).toMatchObject({ conversationId: 'bread', version: 'v1' })
    expect(hit!.score).toBeGreaterThan(0.5)
    const [passage] = await world.index.passages('ws', [hit!])
    expect(passage).toMatchObject({ messageIds: ['bread-m0', 'bread-m1'], branch: 'active', kind: 'messages' })
    expect(passage?.text).toContain('Sourdough (1 January 2026)\nUser: How do I feed')
  })

  it('finds what somebody meant who wrote a word that stands nowhere', async () => {
    const { conversations, windows } = await world.find('ws', 'sourdogh statrer')
    expect(conversations[0]).toBe('bread')
    expect(windows[0]!.score).toBeLessThan((await world.find('ws', 'sourdough starter')).windows[0]!.score)
  })

  it('holds a batch once, however often it is added', async () => {
    const before = (await world.list.live('ws')).length
    await world.add('ws', 'b1', bread, boat)
    expect(await world.list.live('ws')).toHaveLength(before)
    expect(await world.index.isSettled('ws', 'b1')).toBe(true)
    expect(await world.index.isSettled('ws', 'b2')).toBe(false)
  })

  it('never shows one workspace to another', async () => {
    await world.add('other', 'b1', { id: 'secret', said: ['The sourdough starter of our rival'] })
    expect((await world.find('ws', 'rival starter')).conversations).not.toContain('secret')
    const { windows } = await world.find('other', 'rival')
    expect(await world.index.passages('ws', windows)).toEqual([undefined])
  })

  it.each([
    [{ vendor: 'claude' as const }, ['boat']],
    [{ model: 'opus' }, ['boat']],
    [{ from: '2026-02-01' }, ['boat']],
    [{ to: '2026-02-01' }, []],
    [{ conversations: new Set(['bread']) }, []],
  ])('finds only what the filter %j lets through', async (filter, expected) => {
    expect(
      (await world.find('ws', 'mooring knot', { filter })).windows
        .filter(({ score }) => score > 0)
        .map((w) => w.conversationId),
    ).toEqual(expected)
  })

  it('finds other branches when it is asked to', async () => {
    await world.add('branches', 'b1', retried)
    const score = async (branches: 'active' | 'all') =>
      (await world.find('branches', 'Marzipan', { branches })).windows.filter((w) => w.score > 0).length
    expect(await score('active')).toBe(0)
    expect(await score('all')).toBe(1)
  })

  it('forgets what was removed at once, and finds it again when it comes back', async () => {
    await world.add('gone', 'b1', bread, boat)
    world.clock.at += 1000
    await world.index.remove('gone', ['bread'])
    expect((await world.find('gone', 'sourdough')).conversations).not.toContain('bread')
    world.clock.at += 1000
    await world.add('gone', 'b2', bread)
    expect((await world.find('gone', 'sourdough')).conversations[0]).toBe('bread')
    await world.merge('gone')
    expect((await world.find('gone', 'sourdough')).windows.filter((w) => w.conversationId === 'bread')).toHaveLength(1)
    expect(await world.list.removals('gone')).toEqual([])
  })
})

describe('merging', () => {
  it('makes one segment of many, finds the same in it, and removes old objects when nobody reads them', async () => {
    const topics = ['anchor', 'bakery', 'cedar', 'drum', 'ember', 'fjord', 'glacier', 'harbour', 'island']
    for (const topic of topics)
      await world.add('many', topic, { id: topic, said: [`Tell me of the ${topic}`, `The ${topic} is old`] })
    const before = await Promise.all(topics.map((topic) => world.find('many', topic)))
    expect(await world.merge('many')).toEqual({ merged: 9, waiting: 9 })
    expect(await world.list.live('many')).toHaveLength(1)
    const after = await Promise.all(topics.map((topic) => world.find('many', topic)))
    expect(after.map(({ conversations }) => conversations[0])).toEqual(topics)
    expect(after.map(({ windows }) => windows[0]?.score)).toEqual(before.map(({ windows }) => windows[0]?.score))
    const [passage] = await world.index.passages('many', after[4]!.windows.slice(0, 1))
    expect(passage?.text).toContain('The ember is old')
    world.clock.at += 11 * 60_000
    expect(await world.merge('many')).toEqual({ merged: 0, waiting: 0 })
    expect([...world.bucket.objects.keys()].filter((key) => key.startsWith('segments/many/'))).toHaveLength(2)
  })

  it('drops versions that were replaced, once they have settled', async () => {
    const old = { id: 'draft', said: ['The budget is 500'] }
    await world.add('versions', 'old', { ...old, version: 'v1' })
    for (let i = 0; i < 8; i++) await world.add('versions', `b${i}`, { id: `c${i}`, said: [`topic ${i}`] })
    await world.add('versions', 'new', { id: 'draft', said: ['The budget is 700'], version: 'v2' })
    world.current.set('draft', 'v2')
    world.clock.at += 25 * 3_600_000
    await world.merge('versions')
    const { windows } = await world.find('versions', 'budget')
    expect(windows.filter(({ score }) => score > 0).map(({ version }) => version)).toEqual(['v2'])
  })
})
