import { afterEach, describe, expect, test } from 'vitest'
import { NO_PLATFORMS } from '../../../lambdas/sentiment/api/monitor-input.ts'
import { sampleSource } from '../../../lambdas/sentiment/platforms/sample-source.ts'
import { monitor, openWorld, START, type World } from './sentiment-world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MESSAGES_OF_A_DAY = (24 * HOUR) / (15 * MINUTE)

/** A monitor that has read one cycle, and an endpoint that answers with the given status. */
async function openMonitor(status: number) {
  const endpoint = { status, asked: 0 }
  const world = await openWorld({
    source: () => sampleSource('o/acme', 'microblog'),
    fetch: async () => {
      endpoint.asked++
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

  const passes = async (ms: number, step = MINUTE) => {
    for (const end = world.clock.at + ms; world.clock.at < end; ) {
      world.clock.at += step
      await world.drain()
    }
  }
  const pending = async () =>
    (await world.table.rows('BATCH#')).filter(({ sk }) => String(sk).startsWith('BATCH#')).length

  test('start no worker for a disabled endpoint until they expire', async () => {
    const opened = await openMonitor(410)
    world = opened.world
    const before = world.queuedMessages.length
    expect(await pending()).toBeGreaterThan(0)
    await passes(2 * HOUR)
    expect([opened.endpoint.asked, world.queuedMessages.length - before]).toEqual([1, 0])
  })

  test('batches are sent after any outage of the endpoint, even if no platform is read any more', async () => {
    const { row, endpoint, ...opened } = await openMonitor(503)
    world = opened.world
    await passes(3 * HOUR)
    expect(await pending()).toBeGreaterThan(0)
    const before = (await world.monitors.get(row.org, row.tenant)) ?? row
    const silent = { ...before, version: before.version + 1, platforms: NO_PLATFORMS }
    expect(await world.monitors.replace(before, silent)).toBe(true)
    await world.deliver(row)
    await passes(2 * HOUR)
    endpoint.status = 204
    await passes(7 * HOUR, 15 * MINUTE)
    expect(await pending()).toBe(0)
    expect(world.waiting).toEqual([])
  })

  test('become dead after a day of outage, with at most one message per 15 minutes', async () => {
    const { row, ...opened } = await openMonitor(410)
    world = opened.world
    const before = (await world.monitors.get(row.org, row.tenant)) ?? row
    await world.monitors.replace(before, { ...before, platforms: NO_PLATFORMS })
    const sent = world.queuedMessages.length
    await world.deliver(row)
    await passes(25 * HOUR, 5 * MINUTE)
    expect(world.queuedMessages.length - sent).toBeLessThanOrEqual(MESSAGES_OF_A_DAY + 1)
    expect(await pending()).toBe(0)
    expect(world.waiting).toEqual([])
  })
})
