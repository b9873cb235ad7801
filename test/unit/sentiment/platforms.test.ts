import { describe, expect, test } from 'vitest'
import { appStore } from '../../../lambdas/sentiment/platforms/app-store.ts'
import { googleBusiness, originalOf } from '../../../lambdas/sentiment/platforms/google-business.ts'
import { trustpilot } from '../../../lambdas/sentiment/platforms/trustpilot.ts'
import { minPostIdAt, xSearch } from '../../../lambdas/sentiment/platforms/x-search.ts'
import { at, type Exchange, NOW, vendor } from './vendor-exchanges.ts'

const now = () => NOW
const request = { query: 'acme kettle', from: at('11:45:00.000'), to: NOW.getTime(), size: 50 }
const replay = (exchanges: readonly Exchange[]) => {
  const { fetch, requests } = vendor(exchanges)
  return { deps: { fetch, now }, requests }
}

describe('X recent search', () => {
  const X = 'https://api.x.com/2/tweets/search/recent?'
  const post = {
    id: '1858800000000000001',
    text: 'love my acme kettle',
    author_id: '9',
    created_at: '2026-11-20T11:58:00.000Z',
    lang: 'en',
    public_metrics: { retweet_count: 1, reply_count: 2, like_count: 3, quote_count: 4, impression_count: 50 },
  }

  test('searches posts without reposts, by ids derived from times', async () => {
    const { deps, requests } = replay([
      { url: X, response: { data: [post], meta: { newest_id: post.id, result_count: 1 } } },
    ])
    const page = await xSearch(deps, 'token', 'en').page(request)
    expect(page).toEqual({
      mentions: [
        {
          id: post.id,
          revision: '1',
          at: at('11:58:00.000'),
          text: post.text,
          lang: 'en',
          authorFollowers: 0,
          counts: { likes: 3, replies: 2, reposts: 1, quotes: 4 },
        },
      ],
    })
    const { searchParams } = requests[0]!.url
    expect(searchParams.get('query')).toBe('(acme kettle) -is:retweet -is:nullcast lang:en')
    expect(searchParams.get('since_id')).toBe(String(minPostIdAt(request.from) - 1n))
    expect([searchParams.get('until_id'), searchParams.get('expansions')]).toEqual([null, null])
    expect(requests[0]!.headers?.authorization).toBe('Bearer token')
  })

  test('continues with the same bounds and the page token, and reads a response without data as an empty page', async () => {
    const { deps, requests } = replay([
      { url: X, response: { data: [post], meta: { next_token: 'n1', result_count: 1 } } },
      { url: X, response: { meta: { result_count: 0 } } },
    ])
    const source = xSearch(deps, 'token', undefined)
    const past = { ...request, to: at('11:50:00.000') }
    const first = await source.page(past)
    expect(first).toMatchObject({ reaches: at('11:58:00.000'), next: 'n1' })
    expect(await source.page({ ...past, next: 'n1' })).toEqual({ mentions: [] })
    expect(requests[1]!.url.searchParams.get('next_token')).toBe('n1')
    expect(requests[1]!.url.searchParams.get('since_id')).toBe(requests[0]!.url.searchParams.get('since_id'))
    expect(requests[1]!.url.searchParams.get('until_id')).toBe(String(minPostIdAt(past.to + 1)))
  })

  test.each([
    [
      'too many requests',
      429,
      { 'x-rate-limit-reset': String(at('12:10:00.000') / 1000) },
      {},
      'rate_limited',
      at('12:10:00.000'),
    ],
    [
      'a used-up paid volume',
      429,
      {},
      { type: 'https://api.twitter.com/2/problems/usage-capped' },
      'quota_exhausted',
      Date.parse('2026-11-21T00:00:00Z'),
    ],
    ['an invalid token', 401, {}, {}, 'auth_failed', undefined],
    ['an invalid query', 400, {}, { errors: [{ message: 'text of a mention' }] }, 'bad_query', undefined],
    ['an internal error', 503, {}, 'text of a mention', 'failed', undefined],
    ['invalid JSON', 200, {}, 'text of a mention', 'failed', undefined],
    ['an unexpected response', 200, {}, { data: [{ text: 'text of a mention' }] }, 'failed', undefined],
  ] as const)('throws a fault without the text for %s', async (_, status, headers, response, outcome, waitUntil) => {
    const { deps } = replay([{ url: X, status, headers, response }])
    const fault = await xSearch(deps, 'token', undefined)
      .page(request)
      .catch((error: unknown) => error)
    expect(fault).toMatchObject({ name: 'PlatformFault', outcome, waitUntil, message: outcome })
    expect((fault as Error).cause).toBeUndefined()
  })
})

test('Trustpilot sorts pages by creation time, and an edited review has the time of its edit', async () => {
  const review = (id: number, createdAt: string, updatedAt: string | null = null) => ({
    id: `r${id}`,
    stars: 2,
    title: 'Leaks',
    text: 'It leaks',
    language: 'en',
    createdAt,
    updatedAt,
    consumer: { id: 'c', displayName: 'An Author' },
    status: 'active',
  })
  const all = [
    review(0, '2026-11-20T11:59:00Z'),
    review(1, '2026-10-01T00:00:00Z', '2026-11-20T11:50:00Z'),
    ...Array.from({ length: 98 }, (_, i) => review(i + 2, '2026-09-01T00:00:00Z')),
  ]
  const { deps, requests } = replay([
    { url: 'https://api.trustpilot.com/v1/business-units/46d6/reviews?', response: { reviews: all } },
  ])
  const { mentions, reaches, next } = await trustpilot(deps, 'key', 'en').page({ ...request, query: '46d6' })
  expect(mentions[0]).toMatchObject({
    id: 'r0',
    at: at('11:59:00.000'),
    rating: 2,
    text: 'Leaks. It leaks',
    authorFollowers: 0,
  })
  expect(mentions[1]).toMatchObject({ id: 'r1', at: at('11:50:00.000'), revision: String(at('11:50:00.000')) })
  expect([reaches, next]).toEqual([Date.parse('2026-09-01T00:00:00Z'), '2'])
  expect(requests[0]!.headers?.apikey).toBe('key')
  expect(Object.fromEntries(requests[0]!.url.searchParams)).toEqual({
    orderBy: 'createdat.desc',
    perPage: '100',
    page: '1',
    language: 'en',
  })
})

describe('the App Store feed', () => {
  const entry = (id: string, rating: string | undefined, updated: string) => ({
    id: { label: id },
    title: { label: 'Fine' },
    content: { label: 'Does what it says' },
    updated: { label: updated },
    ...(rating === undefined ? {} : { 'im:rating': { label: rating } }),
  })

  test('contains reviews and an entry of the app, which is skipped', async () => {
    const entries = [entry('app', undefined, '2026-11-20T12:00:00Z'), entry('77', '5', '2026-11-20T04:50:00-07:00')]
    const { deps, requests } = replay([
      { url: 'https://itunes.apple.com/gb/rss/', response: { feed: { entry: entries } } },
    ])
    const page = await appStore(deps).page({ ...request, query: 'gb/284882215' })
    expect(page.mentions).toMatchObject([
      { id: '77', rating: 5, at: at('11:50:00.000'), text: 'Fine. Does what it says' },
    ])
    expect(page.next).toBeUndefined()
    expect(requests[0]!.url.pathname).toBe('/gb/rss/customerreviews/page=1/id=284882215/sortby=mostrecent/json')
  })

  test('can contain a single entry or none', async () => {
    const { deps } = replay([
      { url: 'https://itunes', response: { feed: { entry: entry('1', '1', '2026-11-20T11:50:00Z') } } },
      { url: 'https://itunes', response: { feed: {} } },
    ])
    const source = appStore(deps)
    expect((await source.page({ ...request, query: 'gb/1' })).mentions).toHaveLength(1)
    expect((await source.page({ ...request, query: 'gb/1' })).mentions).toEqual([])
  })
})

describe('Google Business Profile', () => {
  const TOKEN = 'https://oauth2.googleapis.com/token'
  const credentials = { clientId: 'id', clientSecret: 'secret', refreshToken: 'refresh' }

  test('requests one access token per cycle, and sorts reviews by the latest edit', async () => {
    const reviews = [
      {
        reviewId: 'g1',
        starRating: 'FOUR',
        comment: 'Good',
        createTime: '2026-11-01T00:00:00Z',
        updateTime: '2026-11-20T11:55:00Z',
      },
      { reviewId: 'g2', starRating: 'ONE', createTime: '2026-11-20T11:46:00Z' },
    ]
    const list = 'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/reviews?'
    const { deps, requests } = replay([
      { url: TOKEN, response: { access_token: 'a', expires_in: 3599 } },
      { url: list, response: { reviews, averageRating: 4, totalReviewCount: 9, nextPageToken: 'p2' } },
      { url: list, response: {} },
    ])
    const source = googleBusiness(deps, credentials)
    const first = await source.page({ ...request, query: 'accounts/1/locations/2' })
    expect(first.mentions).toMatchObject([
      { id: 'g1', rating: 4, at: at('11:55:00.000') },
      { id: 'g2', rating: 1, text: '' },
    ])
    expect(first).toMatchObject({ reaches: at('11:46:00.000'), next: 'p2' })
    expect(await source.page({ ...request, query: 'accounts/1/locations/2', next: 'p2' })).toEqual({ mentions: [] })
    expect(requests.map(({ url }) => url.searchParams.get('pageToken'))).toEqual([null, null, 'p2'])
    expect(requests[1]!.url.searchParams.get('orderBy')).toBe('updateTime desc')
  })

  test('reports a revoked refresh token as auth_failed', async () => {
    const { deps } = replay([{ url: TOKEN, status: 400, response: { error: 'invalid_grant' } }])
    await expect(googleBusiness(deps, credentials).page(request)).rejects.toMatchObject({ outcome: 'auth_failed' })
  })

  test('returns the original text of a translated comment', () => {
    expect(originalOf('(Translated by Google) Good\n\n(Original)\nGut')).toBe('Gut')
    expect(originalOf('Gut\n\n(Translated by Google)\nGood')).toBe('Gut')
    expect(originalOf('Good')).toBe('Good')
  })
})
