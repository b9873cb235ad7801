import { describe, expect, test } from 'vitest'
import { bluesky, blueskySessions } from '../../../lambdas/sentiment/platforms/bluesky.ts'
import { mastodon, plainText } from '../../../lambdas/sentiment/platforms/mastodon.ts'
import { at, type Exchange, NOW, vendor } from './vendor-exchanges.ts'

const now = () => NOW
const request = { query: 'acme kettle', from: at('11:45:00.000'), to: NOW.getTime(), size: 50 }
const replay = (exchanges: readonly Exchange[]) => {
  const { fetch, requests } = vendor(exchanges)
  return { deps: { fetch, now }, requests }
}

describe('Bluesky', () => {
  const XRPC = 'https://bsky.social/xrpc/'
  const session = { url: `${XRPC}com.atproto.server.createSession`, response: { accessJwt: 'jwt', refreshJwt: 'r' } }
  const account = { identifier: 'brand.example', appPassword: 'abcd-efgh' }
  const searchResponse = {
    cursor: 'c2',
    hitsTotal: 1,
    posts: [
      {
        uri: 'at://did:plc:x/app.bsky.feed.post/1',
        cid: 'bafy1',
        author: { did: 'did:plc:x', handle: 'x.example' },
        record: { text: 'tea', createdAt: '2026-11-20T11:50:00Z', langs: ['en-GB'] },
        likeCount: 1,
        repostCount: 2,
        replyCount: 3,
        quoteCount: 4,
        indexedAt: '2026-11-20T11:51:00Z',
      },
    ],
  }

  test('signs in once, searches within bounds and fetches follower counts', async () => {
    const { deps, requests } = replay([
      session,
      { url: `${XRPC}app.bsky.feed.searchPosts?`, response: searchResponse },
      {
        url: `${XRPC}app.bsky.actor.getProfiles?`,
        response: { profiles: [{ did: 'did:plc:x', followersCount: 1234 }] },
      },
      { url: `${XRPC}app.bsky.feed.searchPosts?`, response: { posts: [] } },
    ])
    const source = bluesky(deps, { account, sessions: blueskySessions(), language: 'en' })
    const page = await source.page(request)
    expect(page).toMatchObject({ reaches: at('11:50:00.000'), next: 'c2' })
    expect(page.mentions).toMatchObject([
      {
        revision: 'bafy1',
        at: at('11:50:00.000'),
        lang: 'en',
        authorFollowers: 1234,
        counts: { reposts: 2, quotes: 4 },
      },
    ])
    await source.page({ ...request, next: 'c2' })
    const { searchParams } = requests[3]!.url
    expect([searchParams.get('cursor'), searchParams.get('since'), searchParams.get('limit')]).toEqual([
      ...['c2', '2026-11-20T11:45:00.000Z', '50'],
    ])
    expect(requests[0]!.body).toBe('{"identifier":"brand.example","password":"abcd-efgh"}')
    expect(source.idsIdentifyAuthors).toBe(true)
  })

  test('creates a new session in the next cycle if the session has expired', async () => {
    const expiredSession = {
      url: `${XRPC}app.bsky.feed.searchPosts?`,
      status: 400,
      response: { error: 'ExpiredToken' },
    }
    const { deps, requests } = replay([
      session,
      expiredSession,
      session,
      { url: `${XRPC}app.bsky.feed`, response: { posts: [] } },
    ])
    const sessions = blueskySessions()
    const source = () => bluesky(deps, { account, sessions, language: undefined })
    await expect(source().page(request)).rejects.toMatchObject({ outcome: 'failed' })
    expect(await source().page(request)).toEqual({ mentions: [] })
    expect(requests).toHaveLength(4)
  })

  test('reports a wrong password as auth_failed', async () => {
    const { deps } = replay([{ ...session, status: 401, response: { error: 'AuthenticationRequired' } }])
    const source = bluesky(deps, { account, sessions: blueskySessions(), language: undefined })
    await expect(source.page(request)).rejects.toMatchObject({ outcome: 'auth_failed' })
  })
})

describe('Mastodon', () => {
  const TAG = 'https://mastodon.example/api/v1/timelines/tag/acme?'
  const status = (id: string, created_at: string, fields: object = {}) => ({
    id,
    uri: `https://mastodon.example/users/a/statuses/${id}`,
    created_at,
    content: '<p>Hot &amp; <b>good</b></p>',
    language: 'en',
    account: { followers_count: 12 },
    favourites_count: 1,
    replies_count: 0,
    reblogs_count: 2,
    ...fields,
  })

  test('reads the timeline of a hashtag, newest first', async () => {
    const response = [
      status('115500000000000002', '2026-11-20T11:59:00Z'),
      status('115500000000000001', '2026-11-20T11:50:00Z', { language: 'de' }),
    ]
    const { deps, requests } = replay([{ url: TAG, response }])
    const options = { instance: 'mastodon.example', accessToken: 'tok', language: 'en' }
    const page = await mastodon(deps, options).page({ ...request, query: '#acme' })
    expect(page).toMatchObject({ reaches: at('11:50:00.000'), next: '115500000000000001' })
    expect(page.mentions).toMatchObject([{ text: 'Hot & good', authorFollowers: 12, counts: { likes: 1, reposts: 2 } }])
    expect(requests[0]!.url.searchParams.get('since_id')).toBe(String((BigInt(request.from) << 16n) - 1n))
    expect(requests[0]!.url.searchParams.get('limit')).toBe('40')
  })

  test('reports an instance that requires a login as auth_failed', async () => {
    const { deps } = replay([{ url: TAG, status: 422, response: {} }])
    const options = { instance: 'mastodon.example', accessToken: undefined, language: undefined }
    const source = mastodon(deps, options)
    await expect(source.page({ ...request, query: 'acme' })).rejects.toMatchObject({ outcome: 'auth_failed' })
  })

  test('converts the markup of a status to plain text', () => {
    expect(plainText('<p>a<br />b</p><p>c &lt;d&gt; &#39;e&#x27; &unknown;</p>')).toBe("a\nb\nc <d> 'e' &unknown;")
  })
})
