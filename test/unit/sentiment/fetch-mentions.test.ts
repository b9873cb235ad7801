import { describe, expect, test } from 'vitest'
import { fetchMentions } from '../../../lambdas/sentiment/collect/fetch-mentions.ts'
import { mentionTags } from '../../../lambdas/sentiment/collect/mention-tags.ts'
import { readStream } from '../../../lambdas/sentiment/collect/read-stream.ts'
import {
  type Mention,
  type MentionSource,
  NO_COUNTS,
  PlatformFault,
} from '../../../lambdas/sentiment/platforms/mention.ts'
import { sourceOf } from '../../../lambdas/sentiment/platforms/sources.ts'
import { verifies } from '../../spec/verifies.ts'
import { monitor, START } from './sentiment-world.ts'

const MINUTE = 60_000
const key = Buffer.alloc(32, 1)
const post = (id: number, at: number): Mention => ({
  id: String(id),
  revision: '1',
  at,
  text: 'x',
  authorFollowers: 0,
  counts: NO_COUNTS,
})

/** Posts at successive times, ten per page. */
const sourceWith = (posts: readonly Mention[], change: Partial<MentionSource> = {}): MentionSource => ({
  name: 'x',
  pageMax: 10,
  costPerMention: 5_000,
  idsNameAuthors: false,
  windowMs: 7 * 24 * 60 * MINUTE,
  async page({ from, to, size, next = '0' }) {
    const all = posts.filter(({ at }) => at >= from && at <= to).sort((a, b) => b.at - a.at)
    const mentions = all.slice(Number(next), Number(next) + size)
    const last = mentions.at(-1)
    if (!last || Number(next) + size >= all.length) return { mentions }
    return { mentions, reaches: last.at, next: String(Number(next) + size) }
  },
  ...change,
})

const row = {
  platform: 'microblog' as const,
  lease: 'l',
  lease_until: '',
  cycle: '',
  streams: {},
  seen: '',
  day: '',
  spent: 0,
}
const message = { org: 'org-1', tenant: 'acme', platform: 'microblog' as const, cycle: new Date(START).toISOString() }

describe('fetchMentions', () => {
  const reading = (source: MentionSource, most = Number.POSITIVE_INFINITY) => {
    const purse = { spent: 0 }
    const listening = {
      spend: async (_key: unknown, _row: unknown, micros: number) => {
        if (purse.spent + micros > most) return false
        purse.spent += micros
        return true
      },
      refund: async (_key: unknown, _row: unknown, micros: number) => {
        purse.spent -= micros
      },
    }
    const deps = {
      listening,
      source,
      tags: mentionTags(key, 'microblog', ''),
      now: () => new Date(START + 15 * MINUTE),
    }
    return { purse, run: () => fetchMentions(deps, monitor(), message, row) }
  }

  verifies('SEN-2.5-3', 'returns the raw mentions of a platform for each of its queries', async () => {
    const posts = Array.from({ length: 5 }, (_, i) => post(i, START + i * MINUTE))
    const { run, purse } = reading(sourceWith(posts))
    const { mentions, fetched, truncated, streams } = await run()
    expect(mentions.map(({ id }) => id)).toEqual(['4', '3', '2', '1', '0'])
    // Both queries find them. They are returned once and paid twice.
    expect([fetched, truncated, Object.keys(streams).sort(), purse.spent]).toEqual([
      10,
      false,
      ['acme', 'kettle'],
      50_000,
    ])
  })

  test('ends the cycle when the budget is used up, and reports the rest', async () => {
    const posts = Array.from({ length: 35 }, (_, i) => post(i, START + i * 1000))
    const { run } = reading(sourceWith(posts), 100_000)
    const { mentions, isBudgetSpent, truncated, streams } = await run()
    expect([mentions.length, isBudgetSpent, truncated]).toEqual([20, true, true])
    expect(Object.values(streams).some(({ lo }) => lo !== undefined)).toBe(true)
  })

  test('keeps the first page when the second one fails', async () => {
    const posts = Array.from({ length: 15 }, (_, i) => post(i, START + i * 1000))
    const inner = sourceWith(posts)
    const page: MentionSource['page'] = async (request) => {
      if (request.next !== undefined) throw new PlatformFault('rate_limited', START)
      return inner.page(request)
    }
    const { mentions, fault } = await reading(sourceWith(posts, { page })).run()
    expect([mentions.length, fault?.outcome]).toEqual([10, 'rate_limited'])
  })

  test('calls no platform without the required credentials', () => {
    const deps = {
      fetch: undefined as never,
      now: () => new Date(START),
      mode: 'live' as const,
      sessions: undefined as never,
    }
    expect(() => sourceOf(deps, monitor(), 'microblog', { ingestAuthToken: 't' })).toThrow('auth_failed')
    const credentials = { ingestAuthToken: 't', microblog: { bearerToken: 'b' }, reviews: { apiKey: 'k' } }
    expect(sourceOf(deps, monitor(), 'microblog', credentials).name).toBe('x')
    expect(sourceOf(deps, monitor(), 'reviews', credentials).name).toBe('trustpilot')
    expect(() => sourceOf(deps, monitor(), 'social', credentials)).toThrow('auth_failed')
  })
})

describe('the cursor of a query', () => {
  const readPosts = (posts: readonly Mention[], cursor: Parameters<typeof readStream>[2]['cursor'], now: number) => {
    const limits = { mentions: 10, mayRequest: async () => true, onPage: async () => {} }
    return readStream({ source: sourceWith(posts), isNew: () => true, limits }, 'q', { cursor, now, since: START })
  }

  test('records the range between the pages that were read and the previous cycle', async () => {
    const posts = Array.from({ length: 25 }, (_, i) => post(i, START + i * MINUTE))
    const first = await readPosts(posts, undefined, START + 60 * MINUTE)
    expect([first.truncated, first.cursor]).toEqual([
      true,
      { hi: START + 60 * MINUTE, lo: START + 15 * MINUTE, floor: START },
    ])
    const second = await readPosts(posts, first.cursor, START + 75 * MINUTE)
    expect(second.mentions.map(({ id }) => Number(id))).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
    expect(second.cursor).toEqual({ hi: START + 60 * MINUTE, lo: START + 6 * MINUTE, floor: START })
  })

  test('reports lost windows when the platform no longer offers them', async () => {
    const old = { hi: START, lo: START - MINUTE, floor: START - 60 * MINUTE }
    const { lost, cursor } = await readPosts([], old, START + 8 * 24 * 60 * MINUTE)
    expect([lost, cursor.lo]).toEqual([2, undefined])
  })
})
