import { Buffer } from 'node:buffer'
import { afterEach, describe, expect, test } from 'vitest'
import { type MentionSource, PlatformFault } from '../../../lambdas/sentiment/platforms/mention.ts'
import { monitor, openWorld, START, type World } from './sentiment-world.ts'

const CYCLE = 15 * 60_000

interface SentBatch {
  readonly type: string
  readonly data: { readonly platform: string; readonly outcome?: string }
}

let world: World
afterEach(() => world.close())

/** Opens a world with a platform that rejects all credentials and an endpoint that accepts everything. */
const openRefusingWorld = async () => {
  const requests: number[] = []
  const bodies: SentBatch[] = []
  const source: MentionSource = {
    name: 'x',
    pageMax: 20,
    costPerMention: 0,
    idsIdentifyAuthors: false,
    windowMs: CYCLE,
    page: async () => {
      requests.push(world.clock.at)
      throw new PlatformFault('auth_failed')
    },
  }
  world = await openWorld({
    source: () => source,
    fetch: async (_url, { body = '' } = {}) => {
      bodies.push(JSON.parse(String(body)) as SentBatch)
      return { status: 204, headers: {}, body: Buffer.alloc(0) }
    },
  })
  return { requests, bodies }
}

describe('a platform that rejects the credentials', () => {
  test('causes one manifest, and is not called again until the monitor is changed', async () => {
    const { requests, bodies } = await openRefusingWorld()
    const row = monitor()
    await world.monitors.create(row)
    const outcomes = []
    for (let cycle = 1; cycle <= 4; cycle++) {
      world.clock.at = START + cycle * CYCLE
      outcomes.push(await world.cycle(row))
      await world.drain()
    }
    expect(outcomes).toEqual(['auth_failed', 'nothing to do', 'nothing to do', 'nothing to do'])
    expect(requests).toHaveLength(1)
    expect(bodies).toMatchObject([
      { type: 'sentiment.manifest', data: { platform: 'microblog', outcome: 'auth_failed' } },
    ])
    const changed = { ...row, version: 2 }
    await world.monitors.replace(row, changed)
    world.clock.at += CYCLE
    expect([await world.cycle(changed), requests.length]).toEqual(['auth_failed', 2])
  })
})
