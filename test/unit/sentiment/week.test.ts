import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Mention,
  type MentionSource,
  NO_COUNTS,
  PlatformFault,
} from '../../../lambdas/sentiment/platforms/mention.ts'
import { verifies } from '../../spec/verifies.ts'
import { scaled } from '../../support/scale.ts'
import { monitor, openWorld, START, type World } from './sentiment-world.ts'

const MINUTE = 60_000
const CYCLE = 15 * MINUTE
/** Cycles of the night in which summer time ends, or of the whole week in a long run. */
const CYCLES = scaled(48, 672)
/** Cycles at the end without new mentions, in which the remaining mentions are collected. */
const FINAL_CYCLES = scaled(36, 60)
/** Maximum milliseconds until a platform lists a new mention. */
const LISTING_DELAY_MAX = 100_000

/** Returns a generator of numbers in [0, 1) that are derived from a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Returns a simulated platform with quiet hours, bursts, edits and faults. Its pages are newest first, and shift when
 * mentions are added.
 */
const platformOf = (random: () => number, now: () => number) => {
  const posts: (Mention & { readonly query: string })[] = []
  let count = 0
  const post = (query: string, at: number, edited?: Mention): void => {
    const id = edited?.id ?? `post-${count++}`
    const revision = String(posts.length)
    posts.push({ id, revision, at, text: `words of ${id}`, lang: 'en', authorFollowers: 0, counts: NO_COUNTS, query })
  }
  const fault = { next: undefined as PlatformFault | undefined }
  const source: MentionSource = {
    name: 'x',
    pageMax: 20,
    costPerMention: 5_000,
    idsIdentifyAuthors: false,
    windowMs: 7 * 24 * 60 * MINUTE,
    async page({ query, from, to, size, next }) {
      const plannedFault = fault.next
      fault.next = undefined
      if (plannedFault) throw plannedFault
      const end = next === undefined ? to : Number(next.split('/')[0])
      const skip = next === undefined ? 0 : Number(next.split('/')[1])
      const matchingPosts = posts
        .filter((each) => each.query === query && each.at >= from && each.at <= end && each.at <= now())
        .sort((a, b) => b.at - a.at)
      const mentions = matchingPosts.slice(skip, skip + size)
      const last = mentions.at(-1)
      if (!last || skip + size >= matchingPosts.length) return { mentions }
      const sameTimeCount = mentions.filter(({ at }) => at === last.at).length + (last.at === end ? skip : 0)
      return { mentions, reaches: last.at, next: `${last.at}/${sameTimeCount}` }
    },
  }
  /** Adds mentions that were published in a period. Some of them are listed late. */
  const addMentions = (from: number, to: number): void => {
    const randomTime = (): number =>
      Math.floor((from - random() * LISTING_DELAY_MAX + random() * (to - from)) / 1000) * 1000
    const burstSize = random() < 0.05 ? 120 : 0
    for (const query of ['acme', 'kettle']) {
      const postCount = Math.floor(random() * 6) + burstSize
      // Times are whole seconds, so that many mentions have the same time.
      for (let i = 0; i < postCount; i++) post(query, Math.max(START, randomTime()))
    }
    const earlierPost = posts[Math.floor(random() * posts.length)]
    if (earlierPost && random() < 0.3) post(earlierPost.query, Math.max(START, randomTime()), earlierPost)
  }
  return { posts, source, addMentions, fault }
}

describe('a week of mentions', () => {
  const random = randomFrom(7)
  const receivedIds: string[] = []
  const crash = { at: -1, calls: 0 }
  /** The daily budget is too small for a day with bursts. Later cycles read the remaining mentions. */
  const row = monitor({
    platforms: { ...monitor().platforms, microblog: { ...monitor().platforms.microblog, maxUsdPerDay: scaled(4, 15) } },
  })
  let endpoint: 'up' | 'down' | 'lost' = 'up'
  let world: World
  const platform = platformOf(random, () => world.clock.at)

  beforeAll(async () => {
    world = await openWorld({
      source: () => platform.source,
      before: (call) => {
        if (crash.calls++ !== crash.at) return
        crash.at = -1
        throw new Error(`crashed at ${call}`)
      },
      fetch: async (_url, { body = '' } = {}) => {
        const { type, data } = JSON.parse(String(body)) as { type: string; data: { events: { eventId: string }[] } }
        if (endpoint === 'down') return { status: 503, headers: {}, body: Buffer.alloc(0) }
        if (type === 'sentiment.batch') receivedIds.push(...data.events.map(({ eventId }) => eventId))
        // The endpoint has received the request, but its response is lost.
        if (endpoint === 'lost') throw new Error('the connection was lost')
        return { status: 204, headers: {}, body: Buffer.alloc(0) }
      },
    })
    await world.monitors.create(row)
  })
  afterAll(() => world.close())

  /** Chooses the faults of the next cycle at random. */
  const chooseFaults = (): void => {
    const draw = random()
    if (draw < 0.15) {
      crash.calls = 0
      crash.at = Math.floor(random() * 12)
    } else if (draw < 0.2) platform.fault.next = new PlatformFault('rate_limited', world.clock.at + 20 * MINUTE)
    else if (draw < 0.23) platform.fault.next = new PlatformFault('quota_exhausted', world.clock.at + 90 * MINUTE)
    else if (draw < 0.28) platform.fault.next = new PlatformFault('failed')
    else if (draw < 0.33) endpoint = 'down'
    else if (draw < 0.38) endpoint = 'lost'
    else if (draw < 0.7) endpoint = 'up'
  }

  verifies(
    ['SEN-1-1', 'SEN-1-4', 'SEN-6-1'],
    'each mention and each edit arrives under exactly one event id, despite crashes, limits, bursts and outages',
    async () => {
      let cycle = 0
      let addedUntil = START
      for (; cycle < CYCLES; cycle++) {
        world.clock.at = START + (cycle + 1) * CYCLE + Math.floor(random() * 300) * 1000
        platform.addMentions(addedUntil, world.clock.at)
        addedUntil = world.clock.at
        chooseFaults()
        // The queue delivers messages at least once, and again after a crash.
        for (let times = random() < 0.2 ? 2 : 1; times > 0; times--) await world.cycle(row).catch(() => {})
        await world.drain()
        if (random() < 0.5) continue
        world.clock.at += 5 * MINUTE
        await world.drain()
      }
      crash.at = -1
      endpoint = 'up'
      platform.fault.next = undefined
      for (let round = 0; round < FINAL_CYCLES; round++, cycle += 4) {
        world.clock.at = START + (cycle + 1) * CYCLE + 6 * MINUTE
        await world.cycle(row)
        await world.drain()
      }
      expect(platform.posts.length).toBeGreaterThan(CYCLES * 4)
      expect(new Set(receivedIds).size).toBe(platform.posts.length)
    },
    300_000,
  )

  test('repeated deliveries have the same event id, and no batch remains pending', async () => {
    const rows = await world.table.rows('BATCH#')
    expect(rows).toEqual([])
    expect(receivedIds.length).toBeGreaterThan(platform.posts.length)
    const cycles = (await world.table.rows('CYCLE#')) as unknown as { counts: { events: number }; accepted: number }[]
    const sum = (valueOfCycle: (cycle: (typeof cycles)[number]) => number) =>
      cycles.reduce((all, each) => all + valueOfCycle(each), 0)
    expect([sum(({ counts }) => counts.events), sum(({ accepted }) => accepted)]).toEqual([
      platform.posts.length,
      platform.posts.length,
    ])
  })
})
