import { afterEach, describe, expect, test } from 'vitest'
import { NO_PLATFORMS } from '../../../lambdas/sentiment/api/monitor-input.ts'
import { simulatedSource } from '../../../lambdas/sentiment/platforms/sample-source.ts'
import { monitor, openWorld, START, type World } from './sentiment-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MESSAGES_PER_DAY_MAX = (24 * HOUR) / (15 * MINUTE)

/** Opens a world with a monitor that has read one cycle, and an endpoint that responds with the given status. */
async function openMonitor(status: number) {
  const endpoint = { status, requests: 0 }
  const world = await openWorld({
    source: () => simulatedSource('o/acme', 'microblog'),
    fetch: async () => {
      endpoint.requests++
      return { status: endpoint.status, headers: {}, body: Buffer.alloc(0) }
    },
  })
  const row = monitor()
  await world.monitors.create(row)
  world.clock.at = START + 16 * MINUTE
  await world.cycle(row)
  await world.drain()
  return { world, row, endpoint }
}

describe('pending batches', () => {
  let world: World
  afterEach(() => world.close())

  const passTime = async (ms: number, step = MINUTE) => {
    for (const end = world.clock.at + ms; world.clock.at < end; ) {
      world.clock.at += step
      await world.drain()
    }
  }
  const countPending = async () =>
    (await world.table.rows('BATCH#')).filter(({ sk }) => String(sk).startsWith('BATCH#')).length

  test('cause no messages for a disabled endpoint until they expire', async () => {
    const opened = await openMonitor(410)
    world = opened.world
    const before = world.queuedMessages.length
    expect(await countPending()).toBeGreaterThan(0)
    await passTime(2 * HOUR)
    expect([opened.endpoint.requests, world.queuedMessages.length - before]).toEqual([1, 0])
  })

  test('arrive after an outage of the endpoint, even if all platforms are disabled in the meantime', async () => {
    const { row, endpoint, ...opened } = await openMonitor(503)
    world = opened.world
    await passTime(3 * HOUR)
    expect(await countPending()).toBeGreaterThan(0)
    const before = (await world.monitors.get(row.org, row.tenant)) ?? row
    const withoutPlatforms = { ...before, version: before.version + 1, platforms: NO_PLATFORMS }
    expect(await world.monitors.replace(before, withoutPlatforms)).toBe(true)
    await world.deliver(row)
    await passTime(2 * HOUR)
    endpoint.status = 204
    await passTime(7 * HOUR, 15 * MINUTE)
    expect(await countPending()).toBe(0)
    expect(world.waiting).toEqual([])
  })

  test('become dead after a day of outage, with at most one message per 15 minutes', async () => {
    const { row, ...opened } = await openMonitor(410)
    world = opened.world
    const before = (await world.monitors.get(row.org, row.tenant)) ?? row
    await world.monitors.replace(before, { ...before, platforms: NO_PLATFORMS })
    const sentBefore = world.queuedMessages.length
    await world.deliver(row)
    await passTime(25 * HOUR, 5 * MINUTE)
    expect(world.queuedMessages.length - sentBefore).toBeLessThanOrEqual(MESSAGES_PER_DAY_MAX + 1)
    expect(await countPending()).toBe(0)
    expect(world.waiting).toEqual([])
  })
})
