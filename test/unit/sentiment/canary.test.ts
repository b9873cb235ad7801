import { Buffer } from 'node:buffer'
import type { GuardedFetch } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appStore } from '../../../lambdas/sentiment/platforms/app-store.ts'
import { bluesky, blueskySessions } from '../../../lambdas/sentiment/platforms/bluesky.ts'
import { googleBusiness } from '../../../lambdas/sentiment/platforms/google-business.ts'
import { mastodon } from '../../../lambdas/sentiment/platforms/mastodon.ts'
import type { MentionSource } from '../../../lambdas/sentiment/platforms/mention.ts'
import { trustpilot } from '../../../lambdas/sentiment/platforms/trustpilot.ts'
import { xSearch } from '../../../lambdas/sentiment/platforms/x-search.ts'
import { offlineScorer } from '../../../lambdas/sentiment/scoring/offline-scorer.ts'
import { verifies } from '../../spec/verifies.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { monitor, openWorld, START, type World } from './sentiment-world.ts'

/** A word that appears nowhere else: in a text, a name, a title. */
const CANARY = 'zyxcanaryqvw'
const WORDS = `I love ${CANARY} but ${CANARY}@mail.example is a ${CANARY}`
const AT = new Date(START + 60_000).toISOString()

/** The response of each vendor. Every text in it is a canary, and names too. */
const ANSWERS: readonly (readonly [host: string, answer: unknown])[] = [
  [
    'api.x.com',
    {
      data: [{ id: '1', text: WORDS, author_id: CANARY, created_at: AT, lang: 'en' }],
      includes: { users: [{ id: CANARY, name: CANARY }] },
      meta: { result_count: 1 },
    },
  ],
  [
    'api.trustpilot.com',
    { reviews: [{ id: 'r1', stars: 2, title: CANARY, text: WORDS, createdAt: AT, consumer: { displayName: CANARY } }] },
  ],
  [
    'itunes.apple.com',
    {
      feed: {
        entry: [
          {
            id: { label: 'a1' },
            title: { label: CANARY },
            content: { label: WORDS },
            updated: { label: AT },
            'im:rating': { label: '3' },
            author: { name: { label: CANARY } },
          },
        ],
      },
    },
  ],
  ['oauth2.googleapis.com', { access_token: 'a' }],
  [
    'mybusiness.googleapis.com',
    {
      reviews: [
        { reviewId: 'g1', reviewer: { displayName: CANARY }, starRating: 'TWO', comment: WORDS, createTime: AT },
      ],
    },
  ],
  [
    'bsky.social',
    {
      accessJwt: 'jwt',
      profiles: [{ did: `did:plc:${CANARY}`, followersCount: 9 }],
      posts: [
        {
          uri: `at://did:plc:${CANARY}/app.bsky.feed.post/1`,
          cid: 'c',
          indexedAt: AT,
          author: { did: `did:plc:${CANARY}`, handle: CANARY },
          record: { text: WORDS, createdAt: AT },
        },
      ],
    },
  ],
  [
    'mastodon.example',
    [
      {
        id: '1',
        uri: `https://mastodon.example/users/${CANARY}/statuses/1`,
        created_at: AT,
        content: `<p>${WORDS}</p>`,
        account: { username: CANARY, followers_count: 3 },
      },
    ],
  ],
]

/** Variants of a response. */
const WAYS: readonly ((answer: unknown) => { readonly status: number; readonly text: string })[] = [
  (answer) => ({ status: 200, text: JSON.stringify(answer) }),
  (answer) => ({ status: 200, text: JSON.stringify(answer).slice(0, -1) }),
  () => ({ status: 200, text: `<html>${WORDS}</html>` }),
  () => ({ status: 200, text: JSON.stringify({ [CANARY]: [WORDS], posts: WORDS, data: WORDS, reviews: WORDS }) }),
  () => ({ status: 400, text: JSON.stringify({ error: WORDS, message: WORDS }) }),
  () => ({ status: 403, text: WORDS }),
  () => ({ status: 429, text: WORDS }),
  () => ({ status: 302, text: WORDS }),
  () => ({ status: 503, text: WORDS }),
]

const vendors = (way: (typeof WAYS)[number]): GuardedFetch => {
  return async (url) => {
    const [, answer] = ANSWERS.find(([host]) => new URL(url).host === host) ?? []
    const { status, text } = way(answer)
    return { status, headers: {}, body: Buffer.from(text) }
  }
}

const sourcesOf = (fetch: GuardedFetch, now: () => Date): readonly MentionSource[] => {
  const deps = { fetch, now }
  const account = { identifier: 'i', appPassword: 'p' }
  return [
    xSearch(deps, 't', undefined),
    trustpilot(deps, 'k', undefined),
    appStore(deps),
    googleBusiness(deps, { clientId: 'c', clientSecret: 's', refreshToken: 'r' }),
    bluesky(deps, { account, sessions: blueskySessions(), language: undefined }),
    mastodon(deps, { instance: 'mastodon.example', accessToken: undefined, language: undefined }),
  ]
}

interface FaultSetting {
  readonly nth: number
  readonly way: (typeof WAYS)[number]
  /** Number of the failing call of a table, queue, scorer or secret; negative for none. */
  readonly failing: number
}

let table: TableWorld
let tenants = 0
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

/** Returns all output of a cycle outside the table, as one text. */
const traceOf = async ({ nth, way, failing }: FaultSetting) => {
  const bodies: string[] = []
  const thrown: unknown[] = []
  let calls = 0
  const polarity = async () => (text: string) => (text.includes('love') ? 0.5 : 0)
  const world: World = await openWorld({
    table,
    source: () => sourcesOf(vendors(way), () => new Date(START + 600_000))[nth] as MentionSource,
    scorer: offlineScorer(polarity),
    before: (call) => {
      if (calls++ === failing) throw new Error(`no ${call}`)
    },
    fetch: async (_url, request) => {
      bodies.push(JSON.stringify(request))
      return { status: 204, headers: {}, body: Buffer.from(WORDS) }
    },
  })
  try {
    // A separate organization, because there are more worlds than an organization can have monitors.
    const row = monitor({ org: `org-${tenants}`, tenant: `tenant-${tenants++}` })
    await world.monitors.create({
      ...row,
      platforms: { ...row.platforms, microblog: { ...row.platforms.microblog, searchQueries: ['gb/1'] } },
    })
    for (const minutes of [10, 20]) {
      world.clock.at = START + minutes * 60_000
      await world.cycle(row).catch((error: Error) => thrown.push([error.message, error.stack, String(error.cause)]))
      await world.drain()
    }
    const text = JSON.stringify([world.queuedMessages, world.waiting, world.lines, bodies, thrown])
    return { text, bodies, calls }
  } finally {
    await world.close()
  }
}

/** Returns rows of all cycles that contain the canary, each with its tenant. */
const rowsWithWords = async (): Promise<readonly string[]> =>
  (await table.rows()).map((row) => JSON.stringify(row)).filter((row) => row.includes(CANARY))

describe('mention texts never leave the memory of the scoring process', () => {
  verifies(
    'SEN-1-5',
    'for any platform and any response',
    async () => {
      for (const [nth] of ANSWERS.slice(1).entries()) {
        for (const [which, way] of WAYS.entries()) {
          const { text, bodies } = await traceOf({ nth, way, failing: -1 })
          expect([nth, which, text.includes(CANARY)]).toEqual([nth, which, false])
          if (which === 0) expect([nth, bodies.some((body) => body.includes('sentiment.batch'))]).toEqual([nth, true])
        }
      }
      expect(await rowsWithWords()).toEqual([])
    },
    120_000,
  )

  test('for any failing call', async () => {
    const way = WAYS[0] as (typeof WAYS)[number]
    const { calls } = await traceOf({ nth: 0, way, failing: -1 })
    expect(calls).toBeGreaterThan(10)
    for (let failing = 0; failing < calls; failing++) {
      const { text } = await traceOf({ nth: failing % 6, way, failing })
      expect([failing, text.includes(CANARY)]).toEqual([failing, false])
    }
    expect(await rowsWithWords()).toEqual([])
  }, 120_000)
})
