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
/** The night in which summer time ends, or the whole week if there is time. */
const CYCLES = scaled(48, 672)
/** No new mentions appear then, and the remaining ones are collected. */
const REST = scaled(36, 60)
/** Delay with which a platform lists a new mention. */
const LATE = 100_000

/** Returns numbers derived from a seed (mulberry32). */
const chances = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A platform that changes on its own: quiet hours, bursts, edits, limits. Pages are newest first and shift while they
 * are read.
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
    idsNameAuthors: false,
    windowMs: 7 * 24 * 60 * MINUTE,
    async page({ query, from, to, size, next }) {
      const planned = fault.next
      fault.next = undefined
      if (planned) throw planned
      const end = next === undefined ? to : Number(next.split('/')[0])
      const skip = next === undefined ? 0 : Number(next.split('/')[1])
      const all = posts
        .filter((each) => each.query === query && each.at >= from && each.at <= end && each.at <= now())
        .sort((a, b) => b.at - a.at)
      const mentions = all.slice(skip, skip + size)
      const last = mentions.at(-1)
      if (!last || skip + size >= all.length) return { mentions }
      const tied = mentions.filter(({ at }) => at === last.at).length + (last.at === end ? skip : 0)
      return { mentions, reaches: last.at, next: `${last.at}/${tied}` }
    },
  }
  /** Adds new mentions in a period, some of them listed late. */
  const live = (from: number, to: number): void => {
    const moment = (): number => Math.floor((from - random() * LATE + random() * (to - from)) / 1000) * 1000
    const storm = random() < 0.05 ? 120 : 0
    for (const query of ['acme', 'kettle']) {
      const many = Math.floor(random() * 6) + storm
      // Whole seconds, so that many have the same time.
      for (let i = 0; i < many; i++) post(query, Math.max(START, moment()))
    }
    const old = posts[Math.floor(random() * posts.length)]
    if (old && random() < 0.3) post(old.query, Math.max(START, moment()), old)
  }
  return { posts, source, live, fault }
}

describe('a week of mentions', () => {
  const random = chances(7)
  const received: string[] = []
  const killed = { at: -1, calls: 0 }
  /** The daily budget does not suffice for a day of bursts. The next cycles read the rest. */
  const row = monitor({
    platforms: { ...monitor().platforms, microblog: { ...monitor().platforms.microblog, maxUsdPerDay: scaled(4, 15) } },
  })
  let endpoint: 'up' | 'down' | 'lost' = 'up'
  let world: World
  const life = platformOf(random, () => world.clock.at)

  beforeAll(async () => {
    world = await openWorld({
      source: () => life.source,
      before: (call) => {
        if (killed.calls++ !== killed.at) return
        killed.at = -1
        throw new Error(`killed at ${call}`)
      },
      fetch: async (_url, { body = '' } = {}) => {
        const { type, data } = JSON.parse(String(body)) as { type: string; data: { events: { eventId: string }[] } }
        if (endpoint === 'down') return { status: 503, headers: {}, body: Buffer.alloc(0) }
        if (type === 'sentiment.batch') received.push(...data.events.map(({ eventId }) => eventId))
        // The request arrived, but its response is lost.
        if (endpoint === 'lost') throw new Error('the connection was lost')
        return { status: 204, headers: {}, body: Buffer.alloc(0) }
      },
    })
    await world.monitors.create(row)
  })
  afterAll(() => world.close())

  /** Sets the faults of these 15 minutes. */
  const trouble = (): void => {
    const draw = random()
    if (draw < 0.15) {
      killed.calls = 0
      killed.at = Math.floor(random() * 12)
    } else if (draw < 0.2) life.fault.next = new PlatformFault('rate_limited', world.clock.at + 20 * MINUTE)
    else if (draw < 0.23) life.fault.next = new PlatformFault('quota_gone', world.clock.at + 90 * MINUTE)
    else if (draw < 0.28) life.fault.next = new PlatformFault('failed')
    else if (draw < 0.33) endpoint = 'down'
    else if (draw < 0.38) endpoint = 'lost'
    else if (draw < 0.7) endpoint = 'up'
  }

  verifies(
    ['SEN-1-1', 'SEN-1-4', 'SEN-6-1'],
    'each mention and each edit arrives once per event id, despite kills, limits, storms and outages',
    async () => {
      let cycle = 0
      let lived = START
      for (; cycle < CYCLES; cycle++) {
        world.clock.at = START + (cycle + 1) * CYCLE + Math.floor(random() * 300) * 1000
        life.live(lived, world.clock.at)
        lived = world.clock.at
        trouble()
        // Messages arrive at least once. After a crash the queue redelivers the message.
        for (let times = random() < 0.2 ? 2 : 1; times > 0; times--) await world.cycle(row).catch(() => {})
        await world.drain()
        if (random() < 0.5) continue
        world.clock.at += 5 * MINUTE
        await world.drain()
      }
      killed.at = -1
      endpoint = 'up'
      life.fault.next = undefined
      for (let rest = 0; rest < REST; rest++, cycle += 4) {
        world.clock.at = START + (cycle + 1) * CYCLE + 6 * MINUTE
        await world.cycle(row)
        await world.drain()
      }
      expect(life.posts.length).toBeGreaterThan(CYCLES * 4)
      expect(new Set(received).size).toBe(life.posts.length)
    },
    300_000,
  )

  test('repeated deliveries have the same event id, and no batch remains pending', async () => {
    const rows = await world.table.rows('BATCH#')
    expect(rows).toEqual([])
    expect(received.length).toBeGreaterThan(life.posts.length)
    const cycles = (await world.table.rows('CYCLE#')) as unknown as { counts: { events: number }; accepted: number }[]
    const sum = (of: (cycle: (typeof cycles)[number]) => number) => cycles.reduce((all, each) => all + of(each), 0)
    expect([sum(({ counts }) => counts.events), sum(({ accepted }) => accepted)]).toEqual([
      life.posts.length,
      life.posts.length,
    ])
  })
})
