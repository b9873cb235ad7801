import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexedConversation } from '../../layers/search/src/conversations/windows-of.ts'
import type { IndexQuery, SearchIndex, SearchResult } from '../../layers/search/src/index/search-index.ts'
import { type Talk, talk } from './archive-talk.ts'

/** A conversation to index, with a version. */
export type VersionedTalk = Talk & { readonly version?: string }

/** An index under test. */
export interface ContractWorld {
  readonly index: SearchIndex
  /** The index's clock, in milliseconds. */
  readonly clock: { at: number }
  /** Adds conversations and waits until they are indexed. */
  add(workspace: string, batchId: string, ...talks: readonly VersionedTalk[]): Promise<void>
  find(workspace: string, text: string, more?: Partial<IndexQuery>): Promise<SearchResult>
  close(): Promise<unknown>
}

/** A batch of conversations. */
export const batchOf = (workspace: string, batchId: string, talks: readonly VersionedTalk[]) => ({
  workspace,
  batchId,
  conversations: talks.map(({ version = 'v1', ...each }) =>
    indexedConversation({ conversationId: each.id, version }, talk(each)),
  ),
})

/** Returns a search function with the defaults of most tests. */
export const findIn =
  (index: SearchIndex): ContractWorld['find'] =>
  (workspace, text, more = {}) =>
    index.search({ workspace, text, limit: 50, branches: 'active', filter: {}, ...more })

export const bread = {
  id: 'bread',
  title: 'Sourdough',
  said: ['How do I feed a sourdough starter?', 'Equal parts of flour and water, twice a day.'],
}
export const boat = {
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

/** Describes the behavior of every implementation of the archive's index. */
export const describeIndex = (name: string, open: () => Promise<ContractWorld>): void => {
  let world: ContractWorld
  beforeAll(async () => {
    world = await open()
  })
  afterAll(() => world.close())

  describe(name, () => {
    it('ranks matching conversations, and returns the passage with its messages', async () => {
      await world.add('ws', 'b1', bread, boat)
      const { windows, conversations } = await world.find('ws', 'feeding the starter')
      expect(conversations[0]).toBe('bread')
      const [hit] = windows
      expect(hit).toMatchObject({ conversationId: 'bread', version: 'v1' })
      expect(hit!.score).toBeGreaterThan(0.5)
      const [passage] = await world.index.passages('ws', [hit!])
      expect(passage).toMatchObject({ messageIds: ['bread-m0', 'bread-m1'], branch: 'active', kind: 'messages' })
      expect(passage?.createdAt).toMatch(/^2026-01-01T/)
      expect(passage?.text).toContain('Sourdough (1 January 2026)\nUser: How do I feed')
    })

    it('finds misspelled words, with a lower score', async () => {
      const { conversations, windows } = await world.find('ws', 'sourdogh statrer')
      expect(conversations[0]).toBe('bread')
      expect(windows[0]!.score).toBeLessThan((await world.find('ws', 'sourdough starter')).windows[0]!.score)
    })

    it('finds nothing for stop words and absent words', async () => {
      expect(await world.find('ws', 'the of and')).toEqual({ windows: [], conversations: [] })
      expect((await world.find('ws', 'quaternions')).windows).toEqual([])
    })

    it('stores a batch once, however often it is added, and reports it as settled', async () => {
      const before = await world.find('ws', 'sourdough starter')
      await world.add('ws', 'b1', bread, boat)
      expect(await world.find('ws', 'sourdough starter')).toEqual(before)
      expect(await world.index.isSettled('ws', 'b1')).toBe(true)
      expect(await world.index.isSettled('ws', 'b2')).toBe(false)
    })

    it('never returns results of another workspace', async () => {
      await world.add('other', 'b1', { id: 'secret', said: ['The sourdough starter of our rival'] })
      expect((await world.find('ws', 'rival starter')).conversations).not.toContain('secret')
      const { windows } = await world.find('other', 'rival')
      expect(windows).toHaveLength(1)
      expect(await world.index.passages('ws', windows)).toEqual([undefined])
    })

    it.each([
      [{ vendor: 'claude' as const }, ['boat']],
      [{ model: 'opus' }, ['boat']],
      [{ from: '2026-02-01' }, ['boat']],
      [{ to: '2026-02-01' }, []],
      [{ conversations: new Set(['bread']) }, []],
      [{ conversations: new Set(['bread', 'boat']) }, ['boat']],
      [{ conversations: new Set<string>() }, []],
    ])('finds only conversations that match the filter %j', async (filter, expected) => {
      expect(
        (await world.find('ws', 'mooring knot', { filter })).windows
          .filter(({ score }) => score > 0)
          .map((w) => w.conversationId),
      ).toEqual(expected)
    })

    it('searches other branches on request', async () => {
      await world.add('branches', 'b1', retried)
      const countMatches = async (branches: 'active' | 'all') =>
        (await world.find('branches', 'Marzipan', { branches })).windows.filter((w) => w.score > 0).length
      expect(await countMatches('active')).toBe(0)
      expect(await countMatches('all')).toBe(1)
    })

    it('finds each version of a conversation, because callers know the current one', async () => {
      await world.add('versions', 'old', { id: 'draft', said: ['The budget is 500'], version: 'v1' })
      await world.add('versions', 'new', { id: 'draft', said: ['The budget is 700'], version: 'v2' })
      const { windows } = await world.find('versions', 'budget')
      expect(windows.map(({ version }) => version).sort()).toEqual(['v1', 'v2'])
      const [passage] = await world.index.passages(
        'versions',
        windows.filter(({ version }) => version === 'v2'),
      )
      expect(passage?.text).toContain('The budget is 700')
    })

    it('respects the limit of windows, and finds words in scripts without spaces', async () => {
      const many = Array.from({ length: 12 }, (_, i) => ({ id: `tea-${i}`, said: [`抹茶の作り方 number ${i}`] }))
      await world.add('many', 'b1', ...many)
      expect((await world.find('many', '抹茶', { limit: 5 })).windows).toHaveLength(5)
      expect((await world.find('many', '抹茶')).windows).toHaveLength(12)
    })

    it('drops removed conversations immediately, and finds them after they are added again', async () => {
      await world.add('gone', 'b1', bread, boat)
      expect((await world.find('gone', 'sourdough')).windows).toHaveLength(1)
      world.clock.at += 1000
      await world.index.remove('gone', ['bread'])
      expect((await world.find('gone', 'sourdough')).conversations).not.toContain('bread')
      world.clock.at += 1000
      await world.add('gone', 'b2', bread)
      expect((await world.find('gone', 'sourdough')).conversations[0]).toBe('bread')
    })

    it('reports the versions that it lacks, and the number of windows', async () => {
      await world.add('held', 'b1', bread, boat)
      const versions = (version: string) => [bread, boat].map(({ id }) => ({ conversationId: id, version }))
      expect([...(await world.index.missing('held', versions('v1')))]).toEqual([])
      expect([...(await world.index.missing('held', versions('v2')))]).toEqual(['bread', 'boat'])
      expect([...(await world.index.missing('nobody', versions('v1')))]).toEqual(['bread', 'boat'])
      expect([await world.index.windows('held'), await world.index.windows('nobody')]).toEqual([2, 0])
    })
  })
}
