import { describe, expect, test } from 'vitest'
import { fetchMentions } from '../../../lambdas/sentiment/collect/fetch-mentions.ts'
import { mentionDigests } from '../../../lambdas/sentiment/collect/mention-digests.ts'
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

/** Returns a source of the given posts, newest first, with at most ten per page. */
const sourceWith = (posts: readonly Mention[], overrides: Partial<MentionSource> = {}): MentionSource => ({
  name: 'x',
  pageMax: 10,
  costPerMention: 5_000,
  idsIdentifyAuthors: false,
  windowMs: 7 * 24 * 60 * MINUTE,
  async page({ from, to, size, next = '0' }) {
    const matchingPosts = posts.filter(({ at }) => at >= from && at <= to).sort((a, b) => b.at - a.at)
    const mentions = matchingPosts.slice(Number(next), Number(next) + size)
    const last = mentions.at(-1)
    if (!last || Number(next) + size >= matchingPosts.length) return { mentions }
    return { mentions, reaches: last.at, next: String(Number(next) + size) }
  },
  ...overrides,
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
  const fetchFrom = (source: MentionSource, budgetMicros = Number.POSITIVE_INFINITY) => {
    const budget = { spent: 0 }
    const progress = {
      reserve: async (_key: unknown, _row: unknown, micros: number) => {
        if (budget.spent + micros > budgetMicros) return false
        budget.spent += micros
        return true
      },
      refund: async (_key: unknown, _row: unknown, micros: number) => {
        budget.spent -= micros
      },
    }
    const deps = {
      progress,
      source,
      digests: mentionDigests(key, 'microblog', ''),
      now: () => new Date(START + 15 * MINUTE),
    }
    return { budget, run: () => fetchMentions(deps, monitor(), message, row) }
  }

  verifies('SEN-2.5-3', 'returns the raw mentions of a platform for each of its queries', async () => {
    const posts = Array.from({ length: 5 }, (_, i) => post(i, START + i * MINUTE))
    const { run, budget } = fetchFrom(sourceWith(posts))
    const { mentions, fetched, truncated, streams } = await run()
    expect(mentions.map(({ id }) => id)).toEqual(['4', '3', '2', '1', '0'])
    // Both queries find the posts, which are returned once and paid twice.
    expect([fetched, truncated, Object.keys(streams).sort(), budget.spent]).toEqual([
      10,
      false,
      ['acme', 'kettle'],
      50_000,
    ])
  })

  test('ends the cycle when the budget is used up, and records the unread range', async () => {
    const posts = Array.from({ length: 35 }, (_, i) => post(i, START + i * 1000))
    const { run } = fetchFrom(sourceWith(posts), 100_000)
    const { mentions, isBudgetSpent, truncated, streams } = await run()
    expect([mentions.length, isBudgetSpent, truncated]).toEqual([20, true, true])
    expect(Object.values(streams).some(({ lo }) => lo !== undefined)).toBe(true)
  })

  test('returns the first page if the second page fails', async () => {
    const posts = Array.from({ length: 15 }, (_, i) => post(i, START + i * 1000))
    const source = sourceWith(posts)
    const page: MentionSource['page'] = async (request) => {
      if (request.next !== undefined) throw new PlatformFault('rate_limited', START)
      return source.page(request)
    }
    const { mentions, fault } = await fetchFrom(sourceWith(posts, { page })).run()
    expect([mentions.length, fault?.outcome]).toEqual([10, 'rate_limited'])
  })

  test('throws auth_failed without the required credentials of a platform', () => {
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

  test('contains the unread range between the read pages and the previous cycle', async () => {
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

  test('counts lost windows that the platform no longer offers', async () => {
    const oldCursor = { hi: START, lo: START - MINUTE, floor: START - 60 * MINUTE }
    const { lost, cursor } = await readPosts([], oldCursor, START + 8 * 24 * 60 * MINUTE)
    expect([lost, cursor.lo]).toEqual([2, undefined])
  })
})
