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

/** A word that appears only in texts, names and titles of the vendors' responses. */
const CANARY = 'zyxcanaryqvw'
const CANARY_TEXT = `I love ${CANARY} but ${CANARY}@mail.example is a ${CANARY}`
const PUBLISHED_AT = new Date(START + 60_000).toISOString()

/** The response of each vendor. Every text and every name in it contains the canary. */
const VENDOR_RESPONSES: readonly (readonly [host: string, answer: unknown])[] = [
  [
    'api.x.com',
    {
      data: [{ id: '1', text: CANARY_TEXT, author_id: CANARY, created_at: PUBLISHED_AT, lang: 'en' }],
      includes: { users: [{ id: CANARY, name: CANARY }] },
      meta: { result_count: 1 },
    },
  ],
  [
    'api.trustpilot.com',
    {
      reviews: [
        {
          id: 'r1',
          stars: 2,
          title: CANARY,
          text: CANARY_TEXT,
          createdAt: PUBLISHED_AT,
          consumer: { displayName: CANARY },
        },
      ],
    },
  ],
  [
    'itunes.apple.com',
    {
      feed: {
        entry: [
          {
            id: { label: 'a1' },
            title: { label: CANARY },
            content: { label: CANARY_TEXT },
            updated: { label: PUBLISHED_AT },
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
        {
          reviewId: 'g1',
          reviewer: { displayName: CANARY },
          starRating: 'TWO',
          comment: CANARY_TEXT,
          createTime: PUBLISHED_AT,
        },
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
          indexedAt: PUBLISHED_AT,
          author: { did: `did:plc:${CANARY}`, handle: CANARY },
          record: { text: CANARY_TEXT, createdAt: PUBLISHED_AT },
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
        created_at: PUBLISHED_AT,
        content: `<p>${CANARY_TEXT}</p>`,
        account: { username: CANARY, followers_count: 3 },
      },
    ],
  ],
]

/** Functions that return a valid or faulty variant of a response. */
const RESPONSE_VARIANTS: readonly ((answer: unknown) => { readonly status: number; readonly text: string })[] = [
  (answer) => ({ status: 200, text: JSON.stringify(answer) }),
  (answer) => ({ status: 200, text: JSON.stringify(answer).slice(0, -1) }),
  () => ({ status: 200, text: `<html>${CANARY_TEXT}</html>` }),
  () => ({
    status: 200,
    text: JSON.stringify({ [CANARY]: [CANARY_TEXT], posts: CANARY_TEXT, data: CANARY_TEXT, reviews: CANARY_TEXT }),
  }),
  () => ({ status: 400, text: JSON.stringify({ error: CANARY_TEXT, message: CANARY_TEXT }) }),
  () => ({ status: 403, text: CANARY_TEXT }),
  () => ({ status: 429, text: CANARY_TEXT }),
  () => ({ status: 302, text: CANARY_TEXT }),
  () => ({ status: 503, text: CANARY_TEXT }),
]

const vendorFetch = (variant: (typeof RESPONSE_VARIANTS)[number]): GuardedFetch => {
  return async (url) => {
    const [, answer] = VENDOR_RESPONSES.find(([host]) => new URL(url).host === host) ?? []
    const { status, text } = variant(answer)
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

/** One source uses two of the responses: a token and the reviews. */
const SOURCE_COUNT = VENDOR_RESPONSES.length - 1

interface FaultSetting {
  readonly sourceIndex: number
  readonly variant: (typeof RESPONSE_VARIANTS)[number]
  /** Number of the failing call of a table, queue, scorer or secret. */
  readonly failingCall?: number
}

let table: TableWorld
let tenants = 0
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

/** Returns all output of two cycles outside the table as one text: messages, log lines, deliveries and errors. */
const outputOf = async ({ sourceIndex, variant, failingCall }: FaultSetting) => {
  const bodies: string[] = []
  const thrown: unknown[] = []
  let calls = 0
  const polarity = async () => (text: string) => (text.includes('love') ? 0.5 : 0)
  const world: World = await openWorld({
    table,
    source: () => sourcesOf(vendorFetch(variant), () => new Date(START + 600_000))[sourceIndex] as MentionSource,
    scorer: offlineScorer(polarity),
    before: (call) => {
      if (calls++ === failingCall) throw new Error(`no ${call}`)
    },
    fetch: async (_url, request) => {
      bodies.push(JSON.stringify(request))
      return { status: 204, headers: {}, body: Buffer.from(CANARY_TEXT) }
    },
  })
  try {
    // Each run uses its own organization, because an organization can have at most 50 monitors.
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

/** Returns the rows of all runs that contain the canary. */
const rowsWithCanary = async (): Promise<readonly string[]> =>
  (await table.rows()).map((row) => JSON.stringify(row)).filter((row) => row.includes(CANARY))

describe('mention texts never leave the memory of the scoring process', () => {
  verifies(
    'SEN-1-5',
    'after any response of any platform',
    async () => {
      for (let sourceIndex = 0; sourceIndex < SOURCE_COUNT; sourceIndex++) {
        for (const [variantIndex, variant] of RESPONSE_VARIANTS.entries()) {
          const { text, bodies } = await outputOf({ sourceIndex, variant })
          expect([sourceIndex, variantIndex, text.includes(CANARY)]).toEqual([sourceIndex, variantIndex, false])
          // The first variant is the valid response, whose mentions are delivered.
          if (variantIndex === 0)
            expect([sourceIndex, bodies.some((body) => body.includes('sentiment.batch'))]).toEqual([sourceIndex, true])
        }
      }
      expect(await rowsWithCanary()).toEqual([])
    },
    120_000,
  )

  test('if any call of a table, a queue or a secret fails', async () => {
    const variant = RESPONSE_VARIANTS[0] as (typeof RESPONSE_VARIANTS)[number]
    const { calls } = await outputOf({ sourceIndex: 0, variant })
    expect(calls).toBeGreaterThan(10)
    for (let failingCall = 0; failingCall < calls; failingCall++) {
      const { text } = await outputOf({ sourceIndex: failingCall % SOURCE_COUNT, variant, failingCall })
      expect([failingCall, text.includes(CANARY)]).toEqual([failingCall, false])
    }
    expect(await rowsWithCanary()).toEqual([])
  }, 120_000)
})
